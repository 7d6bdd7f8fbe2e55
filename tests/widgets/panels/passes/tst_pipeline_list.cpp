// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pipeline_list.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTimer>

#include <functional>

using namespace nervure;
using nervure::tests::PanelFixture;

/// The list of passes under a hand that drags.
class TstPipelineList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void draggingMovesAPassAndItsNeedsFollow();
    void whatIsDroppedElsewhereStays();

private:
    static void send(QWidget *widget, QEvent::Type type, QPoint at)
    {
        const bool isMove = type == QEvent::MouseMove;
        const bool isHeld = type != QEvent::MouseButtonRelease;
        QMouseEvent event(type, at, widget->mapToGlobal(at), isMove ? Qt::NoButton : Qt::LeftButton,
                          isHeld ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(widget, &event);
    }
    /// From a row to a place, step by step: the drag has an event loop of its own.
    static void drag(PipelineList *list, int row, QPoint to)
    {
        QWidget *viewport = list->viewport();
        const QPoint from = list->visualItemRect(list->item(row)).center();
        bool isDone = false;
        std::function<void(int)> moveHand = [&](int step) {
            constexpr int steps = 5;
            if (step > steps) {
                isDone = true;
                send(viewport, QEvent::MouseButtonRelease, to);
                return;
            }
            // Before the move, which may not come back until the drag is over.
            QTimer::singleShot(0, list, [&moveHand, step] { moveHand(step + 1); });
            send(viewport, QEvent::MouseMove, from + (to - from) * step / steps);
        };
        send(viewport, QEvent::MouseButtonPress, from);
        moveHand(1);
        QTRY_VERIFY(isDone);
    }
    static QString textsOf(const PipelineList *list)
    {
        QStringList texts;
        for (int row = 0; row < list->count(); ++row) {
            texts.append(list->item(row)->text());
        }
        return texts.join(u' ');
    }
    static QString stepsOf(const PanelFixture &window)
    {
        QStringList names;
        for (const PassStep &step : window.document.passSteps()) {
            names.append(step.wasAdded ? u'+' + step.name : step.name);
        }
        return names.join(u' ');
    }
    /// A window in which three passes were run; empty where that fails.
    static std::unique_ptr<PanelFixture> ran()
    {
        auto window = std::make_unique<PanelFixture>();
        window->openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        window->document.setInputFacts(facts);
        QSignalSpy finished(&window->passes, &PassRunner::finished);
        window->passes.run({{"InferShape", {}}, {"InferType", {}}, {"PlanMemory", {}}});
        const bool isReady = window->show("passes", {1100, 700}) != nullptr
                             && QTest::qWaitFor([&] { return finished.count() > 0; });
        return isReady ? std::move(window) : nullptr;
    }
};

void TstPipelineList::draggingMovesAPassAndItsNeedsFollow()
{
    const auto window = ran();
    QVERIFY(window);
    auto *list = window->child<PipelineList>("passes-pipeline");
    QTRY_COMPARE(list->count(), 3);
    QTRY_VERIFY(list->isVisible());
    QCOMPARE(stepsOf(*window), QStringLiteral("InferShape InferType PlanMemory"));
    QSignalSpy finished(&window->passes, &PassRunner::finished);
    drag(list, 2, list->visualItemRect(list->item(0)).topLeft() + QPoint(20, 1));
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(textsOf(list), QStringLiteral("PlanMemory InferShape InferType"));
    QCOMPARE(window->passes.pipeline().front().request.name, std::string("PlanMemory"));
    // What it needs is put in front of it, and the others find the same again.
    QVERIFY2(stepsOf(*window).startsWith(QStringLiteral("+InferShape +InferType PlanMemory")),
             qPrintable(stepsOf(*window)));
    QCOMPARE(window->document.undoStack().undoText(), QStringLiteral("Move PlanMemory"));
    window->document.undoStack().undo();
    QTRY_COMPARE(stepsOf(*window), QStringLiteral("InferShape InferType PlanMemory"));
    QTRY_COMPARE(textsOf(list), QStringLiteral("InferShape InferType PlanMemory"));
}

void TstPipelineList::whatIsDroppedElsewhereStays()
{
    const auto window = ran();
    QVERIFY(window);
    auto *list = window->child<PipelineList>("passes-pipeline");
    QTRY_COMPARE(list->count(), 3);
    drag(list, 1, QPoint(20, list->viewport()->height() + 150));
    QCoreApplication::processEvents();
    QCOMPARE(textsOf(list), QStringLiteral("InferShape InferType PlanMemory"));
    QCOMPARE(window->document.undoStack().count(), 0);
}

NERVURE_GUI_TEST(TstPipelineList)
#include "tst_pipeline_list.moc"
