// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pipeline_list.h"

#include "tests/support/test_class.h"
#include "tests/widgets/panels/panel_fixture.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>

#include <memory>

using namespace nervure;
using nervure::tests::PanelFixture;

/// The list of passes under hands: passes dragged, and their options changed where they stand.
class TstPipelineList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(nervure::tests::anyWarning()); }

    void draggingMovesAPassAndItsNeedsFollow();
    void onlyRowsOfTheListAreDroppedOnIt();
    void optionsAreChangedInPlaceAndTakenBack();
    void whatAnOptionDoesNotTakeIsRefused();
    void allWaysLeadToTheOptions_data();
    void allWaysLeadToTheOptions();
    void aCommandThatSomebodyTypedRunsAndOthersDoNot();

private:
    /// A window on the net, with these passes; empty where that fails.
    static std::unique_ptr<PanelFixture> arranged(const std::string &passes, bool isTyped = true)
    {
        auto window = std::make_unique<PanelFixture>();
        window->openNet();
        InputFacts facts;
        facts.shapes["data"] = {1, 3, 8, 8};
        window->document.setInputFacts(facts);
        if (isTyped) {
            window->passes.run(parsePipeline(passes).value());
        } else {
            window->passes.setPipeline(pipelineOf(parsePipeline(passes).value()));
        }
        const bool isReady = window->show("passes", {1100, 700}) != nullptr && isIdle(*window);
        return isReady && QTest::qWaitFor([&] { return listOf(*window)->isVisible(); })
                   ? std::move(window)
                   : nullptr;
    }
    static bool isIdle(const PanelFixture &window)
    {
        return QTest::qWaitFor([&] { return !window.passes.isRunning(); });
    }
    static PipelineList *listOf(const PanelFixture &window)
    {
        return window.child<PipelineList>("passes-pipeline");
    }
    /// In the place where the command line takes them.
    static std::string passesOf(const PanelFixture &window)
    {
        return pipelineText(requestsOf(window.passes.pipeline()));
    }
    static QString stepsOf(const PanelFixture &window)
    {
        QStringList names;
        for (const PassStep &step : window.document.passSteps()) {
            names.append(step.wasAdded ? u'+' + step.name : step.name);
        }
        return names.join(u' ');
    }
    template <typename Editor>
    static Editor *editor(const PanelFixture &window, const char *name)
    {
        auto *options = window.child<QWidget>("passes-pipeline-options");
        return options->findChild<Editor *>(QStringLiteral("option-") + QLatin1String(name));
    }
    static void click(PipelineList *list, int row)
    {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(list->item(row)).center());
    }
    static void type(QLineEdit *line, const QString &text)
    {
        line->setFocus();
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, text);
    }
    static QMimeData *dragged(PipelineList *list, int row)
    {
        return list->model()->mimeData({list->model()->index(row, 0)});
    }
    /// Whether the list takes it.
    static bool drag(PipelineList *list, QMimeData *row, QPoint to);
};

/// What Qt's manager of drags gives the list of a hand that drags one of its rows there: the platform that tests
/// run on has no drags.
bool TstPipelineList::drag(PipelineList *list, QMimeData *row, QPoint to)
{
    const std::unique_ptr<QMimeData> owned(row);
    QWidget *viewport = list->viewport();
    QDragEnterEvent enter(to, Qt::MoveAction, row, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(viewport, &enter);
    QDragMoveEvent move(to, Qt::MoveAction, row, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(viewport, &move);
    if (!enter.isAccepted() || !move.isAccepted()) {
        return false;
    }
    QDropEvent drop(to, Qt::MoveAction, row, Qt::LeftButton, Qt::NoModifier);
    drop.ignore();
    QCoreApplication::sendEvent(viewport, &drop);
    return drop.isAccepted();
}

void TstPipelineList::draggingMovesAPassAndItsNeedsFollow()
{
    const auto window = arranged("InferShape,InferType,PlanMemory");
    QVERIFY(window);
    PipelineList *list = listOf(*window);
    QTRY_COMPARE(list->count(), 3);
    QCOMPARE(stepsOf(*window), QStringLiteral("InferShape InferType PlanMemory"));
    QVERIFY(drag(list, dragged(list, 2),
                 list->visualItemRect(list->item(0)).topLeft() + QPoint(20, 1)));
    QTRY_COMPARE(passesOf(*window), std::string("PlanMemory,InferShape,InferType"));
    QVERIFY(isIdle(*window));
    // What it needs is put in front of it, and the others find the same again.
    QVERIFY2(stepsOf(*window).startsWith(QStringLiteral("+InferShape +InferType PlanMemory")),
             qPrintable(stepsOf(*window)));
    QCOMPARE(window->document.undoStack().undoText(), QStringLiteral("Move PlanMemory"));
    window->document.undoStack().undo();
    QVERIFY(isIdle(*window));
    QCOMPARE(passesOf(*window), std::string("InferShape,InferType,PlanMemory"));
    QCOMPARE(stepsOf(*window), QStringLiteral("InferShape InferType PlanMemory"));
    QTRY_COMPARE(list->item(0)->text(), QStringLiteral("InferShape"));
}

void TstPipelineList::onlyRowsOfTheListAreDroppedOnIt()
{
    const auto window = arranged("InferShape,InferType,PlanMemory");
    QVERIFY(window);
    PipelineList *list = listOf(*window);
    const QPoint first = list->visualItemRect(list->item(0)).topLeft() + QPoint(20, 1);
    QVERIFY(drag(list, dragged(list, 0), first)); // where it is
    const auto other = arranged("InferType,InferShape");
    QVERIFY(other);
    QVERIFY(!drag(list, dragged(listOf(*other), 1), first)); // a row of another window
    auto *text = new QMimeData;
    text->setText(QStringLiteral("PlanMemory"));
    QVERIFY(!drag(list, text, first));
    QCoreApplication::processEvents();
    QCOMPARE(passesOf(*window), std::string("InferShape,InferType,PlanMemory"));
    QCOMPARE(list->count(), 3);
    QCOMPARE(window->document.undoStack().count(), 0);
    // Behind the last one, and one down.
    QVERIFY(drag(list, dragged(list, 0),
                 list->visualItemRect(list->item(1)).bottomLeft() + QPoint(20, -1)));
    QTRY_COMPARE(passesOf(*window), std::string("InferType,InferShape,PlanMemory"));
    QVERIFY(isIdle(*window));
}

void TstPipelineList::optionsAreChangedInPlaceAndTakenBack()
{
    const auto window = arranged("InferShape,PlanMemory,InferType");
    QVERIFY(window);
    window->passes.setBreaks({{"vanishes op:relu"}});
    PipelineList *list = listOf(*window);
    QTest::keyClick(list, Qt::Key_Down); // to the first one
    list->setCurrentRow(2);
    QTest::keyClick(list, Qt::Key_Space); // off
    QVERIFY(isIdle(*window));
    click(list, 1);
    auto *range = editor<QLineEdit>(*window, "match_range");
    QVERIFY(range);
    QTRY_VERIFY(!range->visibleRegion().isEmpty());
    QVERIFY(!range->toolTip().isEmpty());
    QUndoStack &history = window->document.undoStack();
    const int before = history.count();
    type(range, QStringLiteral("0"));
    QTest::keyClick(range, Qt::Key_Return);
    QVERIFY(isIdle(*window));
    QCOMPARE(history.count(), before + 1);
    QCOMPARE(history.undoText(), QStringLiteral("Set options of PlanMemory"));
    QCOMPARE(passesOf(*window), std::string("InferShape,PlanMemory{match_range=0}"));
    QCOMPARE(list->item(1)->text(), QStringLiteral("PlanMemory{match_range=0}"));
    QVERIFY(!window->passes.pipeline().back().isOn);
    QCOMPARE(window->passes.breaks().size(), std::size_t{1});
    // A second one, chosen with the keys, and nothing more when the field is left.
    auto *planner = editor<QComboBox>(*window, "planner");
    QVERIFY(planner);
    planner->setFocus();
    QTest::keyClick(planner, Qt::Key_Down);
    QVERIFY(isIdle(*window));
    QCOMPARE(history.count(), before + 2);
    const std::string both = passesOf(*window);
    QVERIFY(parsePipeline(both).value() == requestsOf(window->passes.pipeline()));
    QCOMPARE(both, std::string("InferShape,PlanMemory{planner=nnvm,match_range=0}"));
    history.undo();
    QVERIFY(isIdle(*window));
    history.undo();
    QVERIFY(isIdle(*window));
    QCOMPARE(passesOf(*window), std::string("InferShape,PlanMemory"));
    QTRY_COMPARE(range->text(), QStringLiteral("16"));
    history.redo();
    QVERIFY(isIdle(*window));
    history.redo();
    QVERIFY(isIdle(*window));
    QCOMPARE(passesOf(*window), both);
    QTRY_COMPARE(range->text(), QStringLiteral("0"));
}

void TstPipelineList::whatAnOptionDoesNotTakeIsRefused()
{
    const auto window = arranged("InferShape,PlanMemory");
    QVERIFY(window);
    PipelineList *list = listOf(*window);
    click(list, 1);
    auto *range = editor<QLineEdit>(*window, "match_range");
    QVERIFY(range);
    QTRY_VERIFY(!range->visibleRegion().isEmpty());
    const auto *failure = window->child<QLabel>("passes-pipeline-options-failure");
    QVERIFY(!failure->isVisible());
    type(range, QStringLiteral("-"));
    QTest::keyClick(range, Qt::Key_Return);
    QVERIFY(failure->isVisible());
    QCOMPARE(failure->text(),
             QStringLiteral("option match_range of pass PlanMemory is '-', expected an integer"));
    QCOMPARE(passesOf(*window), std::string("InferShape,PlanMemory"));
    QCOMPARE(window->document.undoStack().count(), 0);
    QTest::keyClicks(range, QStringLiteral("1"));
    QTest::keyClick(range, Qt::Key_Return);
    QVERIFY(!failure->isVisible());
    QCOMPARE(passesOf(*window), std::string("InferShape,PlanMemory{match_range=-1}"));
    // Escape gives up what was typed.
    type(range, QStringLiteral("7"));
    QTest::keyClick(range, Qt::Key_Escape);
    QVERIFY(!range->isVisible());
    QCOMPARE(window->panel->focusWidget(), list);
    QCOMPARE(passesOf(*window), std::string("InferShape,PlanMemory{match_range=-1}"));
    QTest::keyClick(list, Qt::Key_F2);
    QCOMPARE(range->text(), QStringLiteral("-1"));
    QCOMPARE(window->document.undoStack().count(), 1);
}

void TstPipelineList::allWaysLeadToTheOptions_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("F2") << int{Qt::Key_F2};
    QTest::newRow("Return") << int{Qt::Key_Return};
    QTest::newRow("double click") << 0;
    QTest::newRow("menu") << -1;
}

void TstPipelineList::allWaysLeadToTheOptions()
{
    QFETCH(int, way);
    const auto window = arranged("InferShape,PlanMemory");
    QVERIFY(window);
    PipelineList *list = listOf(*window);
    const QPoint place = list->visualItemRect(list->item(1)).center();
    if (way > 0) {
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        list->setCurrentRow(1);
        QTest::keyClick(list, static_cast<Qt::Key>(way));
    } else if (way == 0) {
        click(list, 1);
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, place);
    } else {
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, list->mapToGlobal(place));
        QCoreApplication::sendEvent(list->viewport(), &event);
        auto *menu = window->child<QMenu>("passes-pipeline-menu");
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_O);
    }
    auto *first = editor<QWidget>(*window, "planner");
    QVERIFY(first);
    QTRY_VERIFY(first->isVisible());
    QTRY_COMPARE(window->panel->focusWidget(), first);
}

/// Who changes the time limit of a file's command did not type the command.
void TstPipelineList::aCommandThatSomebodyTypedRunsAndOthersDoNot()
{
    const auto window = arranged("InferShape,exec{command=\"cat; echo a, b >&2\"}", false);
    QVERIFY(window);
    QVERIFY(window->passes.askedCommand());
    click(listOf(*window), 1);
    auto *timeout = editor<QLineEdit>(*window, "timeout");
    QVERIFY(timeout);
    QTRY_VERIFY(timeout->isVisible());
    type(timeout, QStringLiteral("9"));
    QTest::keyClick(timeout, Qt::Key_Return);
    QVERIFY(isIdle(*window));
    QCOMPARE(passesOf(*window),
             std::string("InferShape,exec{command=\"cat; echo a, b >&2\",timeout=9}"));
    QCOMPARE(window->passes.askedCommand(), std::optional<std::string>("cat; echo a, b >&2"));
    auto *command = editor<QLineEdit>(*window, "command");
    type(command, QStringLiteral("cat"));
    QTest::keyClick(command, Qt::Key_Return);
    QVERIFY(isIdle(*window));
    QVERIFY(!window->passes.askedCommand());
    QCOMPARE(stepsOf(*window), QStringLiteral("InferShape exec"));
    window->document.undoStack().undo();
    QVERIFY(isIdle(*window));
    QVERIFY(window->passes.askedCommand());
}

NERVURE_GUI_TEST(TstPipelineList)
#include "tst_pipeline_list.moc"
