// SPDX-License-Identifier: Apache-2.0
#include "tests/app/editing_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/panels/passes/pipeline_list.h"

#include <QLabel>

using namespace nervure;
using namespace nervure::tests;

/// Passes and edits in one history, with real keys.
class TstPipelineHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void undoTakesBackPassesAndEditsInTheirOrder();
    void savedIsSavedWhateverThePasses();
    void whatFailsAtOnceIsNoStep();

private:
    static QString passesOf(const EditingFixture &at)
    {
        QStringList names;
        for (const PipelinePass &pass : at.window->session().passes.pipeline()) {
            names.append((pass.isOn ? QString() : QStringLiteral("-"))
                         + QString::fromStdString(pass.request.name));
        }
        return names.join(u' ');
    }
    static bool isIdle(const EditingFixture &at)
    {
        return QTest::qWaitFor([&at] { return !at.window->session().passes.isRunning(); },
                               WindowFixture::patienceMs);
    }
    static QString lastStep(const EditingFixture &at)
    {
        return at.document().passSteps().back().name;
    }
};

void TstPipelineHistory::undoTakesBackPassesAndEditsInTheirOrder()
{
    EditingFixture at;
    QVERIFY(at.isReady && isIdle(at));
    const QString usual = passesOf(at);
    QUndoStack &history = at.document().undoStack();
    QCOMPARE(history.count(), 0);
    at.window->session().passes.runFurther({{"SimplifyInference", {}}});
    QVERIFY(isIdle(at));
    QCOMPARE(history.undoText(), QStringLiteral("Run SimplifyInference"));
    const QString both = passesOf(at);
    at.key(Qt::Key_F7);
    auto *list = at.window->findChild<PipelineList *>();
    QTRY_VERIFY(list && list->isVisible() && list->count() > 1);
    list->setFocus();
    list->setCurrentRow(0);
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY(isIdle(at));
    const QString fewer = passesOf(at);
    QVERIFY(fewer != both);
    at.document().setShownStep(0);
    at.click("fc1");
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(isIdle(at));
    QCOMPARE(history.count(), 3);
    QVERIFY(at.document().isDirty());
    const Graph edited = at.graph();
    at.undo();
    QVERIFY(isIdle(at) && at.graph() == at.opened && !at.document().isDirty());
    QCOMPARE(passesOf(at), fewer);
    at.undo();
    QVERIFY(isIdle(at));
    QCOMPARE(passesOf(at), both);
    QCOMPARE(lastStep(at), QStringLiteral("SimplifyInference"));
    at.undo();
    QVERIFY(isIdle(at));
    QCOMPARE(passesOf(at), usual);
    QCOMPARE(lastStep(at), QStringLiteral("PlanMemory"));
    QVERIFY(!history.canUndo() && at.graph() == at.opened);
    for (int i = 0; i < 3; ++i) {
        at.redo();
        QVERIFY(isIdle(at));
    }
    QCOMPARE(passesOf(at), fewer);
    QVERIFY(at.graph() == edited && at.document().isDirty());
    // All at once, as the history panel does: the graph is told of once.
    QSignalSpy changes(&at.document(), &GraphDocument::graphChanged);
    at.document().goToHistory(1);
    QVERIFY(isIdle(at));
    QCOMPARE(changes.count(), 1);
    QCOMPARE(passesOf(at), both);
    at.document().goToHistory(0);
    QVERIFY(isIdle(at));
    QCOMPARE(changes.count(), 1);
    QCOMPARE(passesOf(at), usual);
}

/// The state that the file holds is that of the graph, on both sides of what only the passes are.
void TstPipelineHistory::savedIsSavedWhateverThePasses()
{
    EditingFixture at;
    QVERIFY(at.isReady && isIdle(at));
    PassRunner &passes = at.window->session().passes;
    at.click("fc1");
    at.key(Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(isIdle(at));
    passes.runFurther({{"SimplifyInference", {}}});
    QVERIFY(isIdle(at));
    const ModelState state = at.document().modelState();
    QVERIFY(!at.save().isEmpty());
    QVERIFY(!at.document().isDirty());
    QCOMPARE(at.document().savedStep(), 1);
    at.undo();
    QVERIFY(isIdle(at));
    QVERIFY(!at.document().isDirty());
    QVERIFY(at.document().modelState() == state);
    passes.runFurther({{"InferShape", {}}}); // in the place of what was saved with
    QVERIFY(isIdle(at));
    QVERIFY(!at.document().isDirty());
    at.undo();
    at.undo();
    QVERIFY(isIdle(at));
    QVERIFY(at.document().isDirty() && at.graph() == at.opened);
    at.redo();
    QVERIFY(isIdle(at));
    QVERIFY(!at.document().isDirty());
}

void TstPipelineHistory::whatFailsAtOnceIsNoStep()
{
    EditingFixture at;
    QVERIFY(at.isReady && isIdle(at));
    PassRunner &passes = at.window->session().passes;
    const QString usual = passesOf(at);
    passes.runFurther({{"LightNetToNNVM", {}}});
    QVERIFY(isIdle(at));
    QVERIFY(at.document().passSteps().back().failed);
    QCOMPARE(passesOf(at), usual);
    QCOMPARE(at.document().undoStack().count(), 0);
    passes.runFurther({{"SimplifyInference", {}}});
    QVERIFY(isIdle(at));
    QCOMPARE(at.document().undoStack().count(), 1);
    at.undo();
    QVERIFY(isIdle(at));
    QCOMPARE(passesOf(at), usual);
}

NERVURE_GUI_TEST(TstPipelineHistory)
#include "tst_pipeline_history.moc"
