// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"
#include "widgets/models/pass_step_model.h"
#include "widgets/models/stage_summary.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QToolButton>

using namespace nervure;
using nervure::tests::PanelFixture;

class TstPassesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void everyRegisteredPassIsListed()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("passes", {900, 360}));
        auto *view = window.child<QTreeView>("passes-list");
        QCOMPARE(view->model()->rowCount(), int(window.builtins.passes.all().size()));
        const QModelIndex pass = PanelFixture::findCell(view, QStringLiteral("InferShape"));
        QVERIFY(!pass.siblingAtColumn(1).data().toString().isEmpty());
    }

    void missingShapesAreAskedForInPlaceAndThenUsed()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("passes", {900, 360}));
        auto *line = window.child<QLineEdit>("shape-data");
        QVERIFY(line != nullptr && line->isVisible());
        QTest::keyClicks(line, QStringLiteral("one"));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(window.child<QLabel>("passes-missing-failure")->isVisible());
        QVERIFY(window.document.passSteps().empty());
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("1x3x8x8"));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(window.child<QPushButton>("passes-use-shapes"), Qt::LeftButton);
        QVERIFY(finished.wait());
        QVERIFY(window.document.factsOf({window.node("fc0")}).shape == (Shape{1, 10}));
        auto *history = window.child<QTreeView>("passes-history");
        QTRY_COMPARE(history->model()->rowCount(), 4); // and the model as opened
        QTRY_VERIFY(!window.child<QWidget>("passes-missing")->isVisible());
    }

    void oneButtonRunsTheUsualPasses()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("passes", {900, 360}));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(window.child<QPushButton>("passes-run-all"), Qt::LeftButton);
        QVERIFY(finished.wait());
        auto *history = window.child<QTreeView>("passes-history");
        QTRY_COMPARE(history->model()->rowCount(), 4);
        const QModelIndex step = PanelFixture::findCell(history, QStringLiteral("InferShape"));
        QVERIFY(step.siblingAtColumn(PassStepModel::Result)
                    .data()
                    .toString()
                    .contains(QStringLiteral("shape")));
    }

    void oneChosenPassRunsWithItsOptions()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("passes", {900, 360}));
        auto *view = window.child<QTreeView>("passes-list");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("PlanMemory")));
        auto *run = window.child<QPushButton>("passes-run-one");
        QCOMPARE(run->text(), QStringLiteral("Run PlanMemory"));
        auto *range = window.child<QLineEdit>("option-match_range");
        QVERIFY(range != nullptr);
        range->selectAll();
        QTest::keyClicks(range, QStringLiteral("0"));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(finished.wait());
        // Without sharing every value has its own storage, but for those in place.
        QVERIFY(window.document.analyses().contains(keys::storageId.name));
        QCOMPARE(window.document.passSteps().back().name, QStringLiteral("PlanMemory"));
        QVERIFY(!window.document.passSteps().back().failed);
    }

    void aProgramThatWasTypedRunsAndItsWordsAreShown()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("passes", {1100, 360}));
        auto *view = window.child<QTreeView>("passes-list");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("exec")));
        auto *command = window.child<QLineEdit>("option-command");
        QVERIFY(command != nullptr);
        QTest::keyClicks(command, QStringLiteral("cat; echo first >&2; echo well done >&2"));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(window.child<QPushButton>("passes-run-one"), Qt::LeftButton);
        QVERIFY(finished.wait());
        QVERIFY2(!window.document.passSteps().back().failed,
                 qPrintable(failureWords(window.document.passSteps().back())));
        QVERIFY(!window.passes.askedCommand());
        auto *history = window.child<QTreeView>("passes-history");
        QTRY_VERIFY(PanelFixture::findCell(history, QStringLiteral("exec")).isValid());
        const QModelIndex result = PanelFixture::findCell(history, QStringLiteral("exec"))
                                       .siblingAtColumn(PassStepModel::Result);
        QVERIFY2(result.data().toString().contains(QStringLiteral("said: well done")),
                 qPrintable(result.data().toString()));
        QVERIFY(result.data(Qt::ToolTipRole).toString().contains(QStringLiteral("first\nwell")));
    }

    void aFailedStepSaysWhyWhereOneLooks()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("passes", {1100, 360}));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(window.child<QPushButton>("passes-compile"), Qt::LeftButton);
        QVERIFY(finished.wait());
        const int good = int(window.document.stepRows().size());
        auto *view = window.child<QTreeView>("passes-list");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("Gradient")));
        QTest::mouseClick(window.child<QPushButton>("passes-run-one"), Qt::LeftButton);
        QVERIFY(finished.wait());
        auto *history = window.child<QTreeView>("passes-history");
        QTRY_COMPARE(history->model()->rowCount(), good + 1); // and what failed
        const QModelIndex step = PanelFixture::findCell(history, QStringLiteral("Gradient"));
        QCOMPARE(step.row(), good);
        const QString reason = QStringLiteral("has no gradient");
        QVERIFY(step.siblingAtColumn(PassStepModel::Result).data().toString().contains(reason));
        QVERIFY(stageSummary(window.document).contains(reason));
    }

    void aStepThatLeftValuesOpenHasNoTick()
    {
        PanelFixture window;
        window.openNet(); // its input has no shape
        QVERIFY(window.show("passes", {1100, 360}));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        window.passes.runUsual();
        QVERIFY(finished.wait());
        auto *history = window.child<QTreeView>("passes-history");
        QTRY_COMPARE(history->model()->rowCount(), 4); // and the model as opened
        const QModelIndex step = PanelFixture::findCell(history, QStringLiteral("PlanMemory"));
        const QString told = step.siblingAtColumn(PassStepModel::Result).data().toString();
        QVERIFY2(told.contains(QStringLiteral("not planned: input data has no shape")),
                 qPrintable(told));
        QVERIFY(window.document.passSteps().back().gap.has_value());
        const QString title = stageSummary(window.document);
        QVERIFY2(title.contains(QStringLiteral("not planned")), qPrintable(title));
        QVERIFY2(!title.contains(QStringLiteral("0 B")), qPrintable(title));
    }

    void theHistoryWalksThroughTheCompiler()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("passes", {1100, 360}));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(window.child<QPushButton>("passes-compile"), Qt::LeftButton);
        QVERIFY(finished.wait());
        QVERIFY(!window.document.passSteps().back().failed);
        auto *history = window.child<QTreeView>("passes-history");
        const int steps = int(window.document.passSteps().size());
        const int rows = int(window.document.stepRows().size());
        QTRY_COMPARE(history->model()->rowCount(), rows);
        QCOMPARE(history->currentIndex().row(), rows - 1);
        QCOMPARE(window.panel->focusWidget(), history); // the keys walk through the steps at once
        QVERIFY(window.document.stage().isOfPass());
        QVERIFY(PanelFixture::clickCell(history, QStringLiteral("As opened")));
        QCOMPARE(window.document.shownStep(), 0);
        QVERIFY(!window.document.stage().isOfPass());
        QTest::keyClick(history, Qt::Key_Down);
        QCOMPARE(window.document.shownStep(), 1);
        QTest::keyClick(history, Qt::Key_End);
        QCOMPARE(window.document.shownStep(), steps);
    }

    void thePassesAreArrangedSwitchedAndTakenOut()
    {
        PanelFixture window;
        window.openNet();
        giveShape(window);
        QVERIFY(window.show("passes", {900, 600}));
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        window.passes.run({{"SimplifyInference", {}}, {"InferShape", {}}});
        QVERIFY(finished.wait());
        auto *list = window.child<QListWidget>("passes-pipeline");
        QTRY_VERIFY(list->isVisible());
        QTRY_COMPARE(textsOf(list), QStringLiteral("SimplifyInference InferShape"));
        list->setFocus();
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QVERIFY(finished.wait());
        QCOMPARE(textsOf(list), QStringLiteral("InferShape SimplifyInference"));
        QCOMPARE(window.document.passSteps().front().name, QStringLiteral("InferShape"));
        // Space switches the box of the row.
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Space);
        QVERIFY(finished.wait());
        QVERIFY(!window.passes.pipeline().front().isOn);
        QCOMPARE(textsOf(list), QStringLiteral("InferShape SimplifyInference"));
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(textsOf(list), QStringLiteral("InferShape"));
        QVERIFY(window.document.passSteps().empty()); // the one that is left is off
        QUndoStack &history = window.document.undoStack();
        QStringList words;
        for (int i = 0; i < history.count(); ++i) {
            words.append(history.text(i));
        }
        QCOMPARE(words.join(u'|'), QStringLiteral("Move InferShape|Switch InferShape off|"
                                                  "Take out SimplifyInference"));
        QVERIFY(!window.document.isDirty());
        history.undo();
        QVERIFY(finished.wait());
        QTRY_COMPARE(textsOf(list), QStringLiteral("InferShape SimplifyInference"));
    }

    void theHistoryStandsBelowWhereThePanelIsNarrow()
    {
        PanelFixture window;
        window.openNet();
        QVERIFY(window.show("passes", {600, 900}));
        auto *list = window.child<QTreeView>("passes-list");
        auto *split = window.child<QSplitter>("passes-splitter");
        QTRY_COMPARE(split->orientation(), Qt::Vertical);
        QVERIFY(split->sizes().at(1) > split->sizes().at(0));
        QVERIFY(list->isVisible());
        window.panel->resize(900, 300);
        QTRY_COMPARE(split->orientation(), Qt::Horizontal);
    }

    void passesThatDoNotFitSayWhyAndDoNotRun()
    {
        PanelFixture window;
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x;
        x.name = "x";
        x.dialect = Dialect::Onnx;
        x.attrs = {{"elem_type", "float32"}, {"shape", "[2]"}};
        const NodeId input = graph.add(std::move(x));
        Node relu;
        relu.op = "Relu";
        relu.name = "y";
        relu.dialect = Dialect::Onnx;
        relu.opset = 17;
        relu.inputs = {{input}};
        relu.outputPorts = {{{}, "y", 0}};
        graph.setHeads({{graph.add(std::move(relu))}});
        window.document.setContent({std::move(graph), {}, "onnx", {}, {}});
        QVERIFY(window.show("passes", {900, 360}));
        auto *view = window.child<QTreeView>("passes-list");
        auto *run = window.child<QPushButton>("passes-run-one");
        auto *misfit = window.child<QLabel>("passes-misfit");
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("FoldBatchNorm"), true));
        QVERIFY(!run->isEnabled());
        QCOMPARE(misfit->text(), QStringLiteral("FoldBatchNorm knows no operators of ONNX: run "
                                                "ONNXToNNVM first"));
        QVERIFY(misfit->isVisible());
        QVERIFY(!window.passes.isRunning());
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("ONNXToNNVM")));
        QVERIFY(!misfit->isVisible());
        QSignalSpy finished(&window.passes, &PassRunner::finished);
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(finished.wait());
        // The graph that the steps made takes it.
        QVERIFY(PanelFixture::clickCell(view, QStringLiteral("FoldBatchNorm")));
        QTRY_VERIFY(run->isEnabled());
        QVERIFY(!misfit->isVisible());
    }

    void nothingRunsWithoutAModel()
    {
        PanelFixture window;
        QVERIFY(window.show("passes", {900, 360}));
        QVERIFY(!window.child<QPushButton>("passes-run-all")->isEnabled());
        QSignalSpy requests(window.panel.get(), &Panel::actionRequested);
        QTest::mouseClick(window.child<QWidget>("empty-state-action"), Qt::LeftButton);
        QCOMPARE(requests.count(), 1);
    }

private:
    static QString textsOf(const QListWidget *list)
    {
        QStringList texts;
        for (int row = 0; row < list->count(); ++row) {
            texts.append(list->item(row)->text());
        }
        return texts.join(u' ');
    }

    static void giveShape(PanelFixture &window)
    {
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        window.document.setInputFacts(facts);
    }
};

NERVURE_GUI_TEST(TstPassesPanel)
#include "tst_passes_panel.moc"
