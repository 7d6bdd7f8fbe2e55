// SPDX-License-Identifier: Apache-2.0
#include "app/actions/action_set.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/text/format.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QWheelEvent>

using namespace nervure;
using namespace nervure::tests;

/// Two steps of a compiler beside each other, with real events.
class TstSideBySide : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aKeyShowsTheStepBeforeBesideAndTakesItAway();
    void aClickSelectsTheCounterpartAtTheSamePlace();
    void whatHasNoCounterpartIsSaidInWords();
    void viewsMoveTogether();
    void anyStepIsChosenFromTheList();
    void differencesAreMarkedInBoth();
    void anEditKeepsTheSecondCanvas();
    void twoFilesStandBesideEachOther();

private:
    [[nodiscard]] GraphDocument &document() { return m_window->session().document; }
    [[nodiscard]] Selection &selection() { return m_window->session().selection; }
    [[nodiscard]] GraphView &main() { return m_window->view(); }
    [[nodiscard]] GraphView &other() { return *m_window->panes().otherView(); }
    [[nodiscard]] QString words() { return find<QLabel>(m_window, "counterpart")->toolTip(); }
    [[nodiscard]] int stepOf(const char *pass);
    /// Waits until both canvases show the step and the other one.
    [[nodiscard]] bool show(int step);
    [[nodiscard]] bool isSettled();
    void click(GraphView &view, NodeId node);
    /// Where the node is, from the middle of the canvas.
    [[nodiscard]] static QPointF placeIn(const GraphView &view, NodeId node)
    {
        return view.nodeRectInView(node).center() - QRectF(view.viewport()->rect()).center();
    }
    [[nodiscard]] static ChangeMark markOf(const GraphView &view, NodeId node)
    {
        const NodeMark *mark = view.marks().find(node);
        return mark == nullptr ? ChangeMark::None : mark->change;
    }

    std::unique_ptr<WindowFixture> m_app;
    MainWindow *m_window = nullptr;
};

void TstSideBySide::initTestCase()
{
    m_app = std::make_unique<WindowFixture>();
    m_window = m_app->open(m_app->copyOf(QStringLiteral("resnet18.json")));
    QVERIFY(m_window);
    main().setAnimated(false);
    m_window->window()->resize(1600, 900);
    QSignalSpy finished(&m_window->session().passes, &PassRunner::finished);
    m_window->session().passes.run({{"Compile", {{"opt_level", "3"}}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
}

void TstSideBySide::init()
{
    document().compareWith(std::nullopt);
    selection().clear();
    if (!m_window->panes().isOn()) {
        QTest::keyClick(&main(), Qt::Key_B);
    }
    QVERIFY(m_window->panes().otherView());
    other().setAnimated(false);
}

int TstSideBySide::stepOf(const char *pass)
{
    const std::vector<PassStep> &steps = document().passSteps();
    const auto step = std::find_if(steps.begin(), steps.end(), [pass](const PassStep &one) {
        return one.name == QLatin1String(pass);
    });
    return static_cast<int>(step - steps.begin()) + 1;
}

bool TstSideBySide::isSettled()
{
    const JobRunner &jobs = m_window->session().jobs;
    return QTest::qWaitFor(
        [&] {
            QCoreApplication::processEvents();
            return jobs.jobs().isEmpty() && main().scene() != nullptr && other().scene() != nullptr
                   && !words().startsWith(QStringLiteral("Matching"))
                   && main().scene()->graph().find(document().stage().graph->nodes().back())
                   && other().scene()->graph().revision
                          == document().stageAfter(m_window->panes().otherStep()).graph->revision();
        },
        WindowFixture::patienceMs);
}

bool TstSideBySide::show(int step)
{
    document().setShownStep(step);
    QCoreApplication::processEvents();
    return isSettled();
}

void TstSideBySide::click(GraphView &view, NodeId node)
{
    view.centerOn(node);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.nodeRectInView(node).center().toPoint());
}

void TstSideBySide::aKeyShowsTheStepBeforeBesideAndTakesItAway()
{
    QVERIFY(show(stepOf("SimplifyInference")));
    QVERIFY(other().isVisible());
    QCOMPARE(m_window->panes().otherStep(), stepOf("SimplifyInference") - 1);
    QTest::keyClick(&other(), Qt::Key_B);
    QVERIFY(!m_window->panes().otherView());
    QVERIFY(main().isVisible());
    QTest::keyClick(&main(), Qt::Key_B);
    QVERIFY(isSettled());
    QTest::mouseClick(find<QToolButton>(m_window, "side-by-side-close"), Qt::LeftButton);
    QVERIFY(!m_window->panes().isOn());
}

void TstSideBySide::aClickSelectsTheCounterpartAtTheSamePlace()
{
    QVERIFY(show(stepOf("GraphCompile")));
    const NodeChanges &changes = document().stage().difference->nodes;
    const auto fused = std::find_if(changes.begin(), changes.end(), [this](const NodeChange &one) {
        return one.mark == ChangeMark::Fused && main().scene()->graph().find(one.node).has_value();
    });
    QVERIFY(fused != changes.end());
    click(main(), fused->node);
    QCOMPARE(selection().nodes(), std::vector{fused->node});
    const std::vector<NodeId> beside = other().selectedNodes();
    QVERIFY(beside.size() > 1);
    QVERIFY((placeIn(main(), fused->node) - placeIn(other(), beside.back())).manhattanLength()
            < 0.01);
    QVERIFY2(words().contains(u'↔'), qPrintable(words()));
    click(other(), beside.front());
    QCOMPARE(selection().nodes(), std::vector{fused->node});
    QCOMPARE(other().selectedNodes(), std::vector{beside.front()});
    QVERIFY((placeIn(main(), fused->node) - placeIn(other(), beside.front())).manhattanLength()
            < 0.01);
}

void TstSideBySide::whatHasNoCounterpartIsSaidInWords()
{
    QVERIFY(show(stepOf("PrecomputePrune")));
    const NodeChanges &changes = document().stage().difference->nodes;
    const auto removed = std::find_if(changes.begin(), changes.end(), [this](const auto &one) {
        return one.mark == ChangeMark::Removed
               && !document().stage().before->node(one.node).isVariable();
    });
    QVERIFY(removed != changes.end());
    click(other(), removed->node);
    QCOMPARE(other().selectedNodes(), std::vector{removed->node});
    QVERIFY(selection().isEmpty());
    QVERIFY2(words().endsWith(QStringLiteral("has no counterpart: it was removed")),
             qPrintable(words()));
}

void TstSideBySide::viewsMoveTogether()
{
    QVERIFY(show(stepOf("SimplifyInference")));
    const NodeId conv = document().graph().findByName("stage2_unit1_conv1").value();
    main().centerOn(conv);
    QVERIFY(placeIn(other(), conv).manhattanLength() < 12); // neighbors count a little
    const QPoint start(40, 200);
    QTest::mousePress(main().viewport(), Qt::MiddleButton, {}, start);
    QTest::mouseMove(main().viewport(), start + QPoint(10, 20));
    QTest::mouseMove(main().viewport(), start + QPoint(30, 60));
    QTest::mouseRelease(main().viewport(), Qt::MiddleButton, {}, start + QPoint(30, 60));
    QVERIFY(placeIn(main(), conv).manhattanLength() > 60);
    const QPointF apart = placeIn(main(), conv) - placeIn(other(), conv);
    QVERIFY2(apart.manhattanLength() < 150, "other nodes near it have moved the more");
    QWheelEvent wheel(QPointF(100, 100), other().viewport()->mapToGlobal(QPointF(100, 100)), {},
                      {0, 240}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(other().viewport(), &wheel);
    QVERIFY(other().zoom() > 1);
    QCOMPARE(main().zoom(), other().zoom());
}

void TstSideBySide::anyStepIsChosenFromTheList()
{
    QVERIFY(show(stepOf("GraphCompile")));
    auto *list = find<QComboBox>(m_window, "other-step");
    QCOMPARE(list->currentText(), QStringLiteral("The step before: GraphFuse"));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(document().comparedStep(), std::optional(0));
    QVERIFY(isSettled());
    QCOMPARE(m_window->panes().otherStep(), 0);
    QTRY_COMPARE(document().baseStep(), 0);
    const NodeId norm = document().graph().findByName("stage1_unit1_bn2").value();
    click(other(), norm);
    QVERIFY(!selection().isEmpty());
    QVERIFY(words().startsWith(QStringLiteral("stage1_unit1_bn2 ↔ ")));
    QTest::keyClick(list, Qt::Key_Up);
    QVERIFY(!document().comparedStep());
}

void TstSideBySide::differencesAreMarkedInBoth()
{
    QVERIFY(show(stepOf("SimplifyInference")));
    const NodeId norm = document().graph().findByName("stage1_unit1_bn2").value();
    const NodeId conv = document().graph().findByName("stage1_unit1_conv1").value();
    QCOMPARE(markOf(other(), norm), ChangeMark::Removed);
    QCOMPARE(markOf(other(), conv), ChangeMark::None);
    click(other(), norm);
    QCOMPARE(markOf(main(), selection().current()), ChangeMark::Added);
    QVERIFY(show(stepOf("GraphCompile")));
    const GraphDifference &difference = *document().stage().difference;
    for (const NodeChange &change : difference.nodes) {
        if (change.mark == ChangeMark::Fused) {
            QCOMPARE(markOf(main(), change.node), ChangeMark::Fused);
            QCOMPARE(markOf(other(), change.from.front()), ChangeMark::Fused);
        }
    }
}

void TstSideBySide::anEditKeepsTheSecondCanvas()
{
    QVERIFY(show(0));
    const QPointer<GraphView> before = &other();
    QSignalSpy finished(&m_window->session().passes, &PassRunner::finished);
    selection().select(document().graph().findByName("flatten0").value());
    document().setShownStep(0);
    QTRY_VERIFY(m_window->actions().find(QStringLiteral("delete-bridge"))->isEnabled());
    QTest::keyClick(&main(), Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(document().isDirty());
    QTRY_VERIFY_WITH_TIMEOUT(!document().passSteps().empty(), WindowFixture::patienceMs);
    QVERIFY(before);
    QVERIFY(isSettled());
    document().undoStack().undo();
}

void TstSideBySide::twoFilesStandBesideEachOther()
{
    Q_EMIT m_window->files().comparedFileChosen(m_app->sample(QStringLiteral("resnet18_v1.json")));
    QTRY_VERIFY_WITH_TIMEOUT(document().passSteps().size() == 1 && document().shownStep() == 1,
                             WindowFixture::patienceMs);
    QVERIFY(isSettled());
    QCOMPARE(m_window->panes().otherStep(), 0);
    const NodeId here = document().stage().graph->nodes().back();
    click(main(), here);
    QVERIFY2(words().contains(toQString(document().stage().graph->node(here).name)),
             qPrintable(words()));
}

NERVURE_GUI_TEST(TstSideBySide)
#include "tst_side_by_side.moc"
