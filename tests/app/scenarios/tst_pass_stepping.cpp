// SPDX-License-Identifier: Apache-2.0
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/panel_docks.h"

#include <QCheckBox>
#include <QLabel>

using namespace nervure;
using namespace nervure::tests;

/// A person who goes through the steps of a compiler, with one node in view, with real events.
class TstPassStepping : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void keysGoThroughTheListAndLeaveOutWhatRepeats();
    void theFilterLeavesWhatChangedSomething();
    void whatReplacesTheSelectedNodeStandsInItsPlace();
    void comingBackRestoresSelectionAndPlace();
    void withoutASelectionComingBackShowsTheSamePart();
    void theTrailTellsWhatEachStepDidAndLeadsThere();
    void aChangedAttributeIsToldFromWhatToWhat();
    void groupsAreColoredWhereTheyAreFound();

private:
    [[nodiscard]] GraphDocument &document() { return m_window->session().document; }
    [[nodiscard]] Selection &selection() { return m_window->session().selection; }
    [[nodiscard]] GraphView &view() { return m_window->view(); }
    [[nodiscard]] int stepOf(const char *pass);
    /// Waits for the picture of the step.
    [[nodiscard]] bool show(int step);
    [[nodiscard]] bool select(NodeId node);
    [[nodiscard]] QPointF placeOf(NodeId node) { return view().nodeRectInView(node).center(); }

    std::unique_ptr<WindowFixture> m_app;
    MainWindow *m_window = nullptr;
};

void TstPassStepping::initTestCase()
{
    m_app = std::make_unique<WindowFixture>();
    m_window = m_app->open(m_app->sample(QStringLiteral("resnet18.json")));
    QVERIFY(m_window);
    view().setAnimated(false);
    QTest::keyClick(m_window, Qt::Key_F7);
    QSignalSpy finished(&m_window->session().passes, &PassRunner::finished);
    m_window->session().passes.run({{"Compile", {{"opt_level", "3"}}}});
    QVERIFY(finished.wait(WindowFixture::patienceMs));
}

void TstPassStepping::init()
{
    document().setShowsOnlyChanges(false);
    selection().clear();
    QVERIFY(show(0));
}

int TstPassStepping::stepOf(const char *pass)
{
    const std::vector<PassStep> &steps = document().passSteps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].name == QLatin1String(pass)) {
            return static_cast<int>(i) + 1;
        }
    }
    return -1;
}

/// A picture of an earlier step may be on its way, so that one that comes need not be this one's: the last has
/// come when nothing is left to do.
bool TstPassStepping::show(int step)
{
    document().setShownStep(step);
    for (int turn = 0; turn < 2; ++turn) { // shapes that come may ask for another layout
        QCoreApplication::processEvents();
        const JobRunner &jobs = m_window->session().jobs;
        if (!QTest::qWaitFor([&jobs] { return jobs.jobs().isEmpty(); },
                             WindowFixture::patienceMs)) {
            return false;
        }
    }
    return document().shownStep() == step;
}

bool TstPassStepping::select(NodeId node)
{
    view().centerOn(node);
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {},
                      view().nodeRectInView(node).center().toPoint());
    return selection().nodes() == std::vector{node};
}

void TstPassStepping::keysGoThroughTheListAndLeaveOutWhatRepeats()
{
    const auto *list = find<NodeView>(m_window, "passes-history");
    QVERIFY(list);
    QTRY_COMPARE(list->model()->rowCount(), static_cast<int>(document().stepRows().size()));
    QVERIFY(list->model()->rowCount() < static_cast<int>(document().passSteps().size()));
    QTest::keyClick(&view(), Qt::Key_J);
    QCOMPARE(document().shownStep(), 1);
    QTest::keyClick(&view(), Qt::Key_BracketRight);
    QCOMPARE(document().shownStep(), 2);
    for (int i = 0; i < 2; ++i) {
        QTest::keyClick(&view(), Qt::Key_J);
    }
    // CorrectLayout, InferShape and InferType, all for the second time.
    QCOMPARE(document().shownStep(), 6);
    QTRY_COMPARE(list->currentIndex().row(), 4);
    QVERIFY(
        list->currentIndex().data().toString().contains(QStringLiteral("InferShape, InferType")));
    QTest::keyClick(&view(), Qt::Key_K);
    QTest::keyClick(&view(), Qt::Key_BracketLeft);
    QCOMPARE(document().shownStep(), 2);
}

void TstPassStepping::theFilterLeavesWhatChangedSomething()
{
    auto *filter = find<QCheckBox>(m_window, "passes-only-changes");
    QVERIFY(filter);
    QTRY_VERIFY(filter->isVisible());
    QTest::mouseClick(filter, Qt::LeftButton, {}, {8, filter->height() / 2});
    QVERIFY(document().showsOnlyChanges());
    const auto *list = find<NodeView>(m_window, "passes-history");
    QStringList names;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        names.append(list->model()->index(row, 0).data().toString());
    }
    QCOMPARE(names.join(u' '), QStringLiteral("As opened SimplifyInference FoldScaleAxis "
                                              "PrecomputePrune GraphCompile"));
    QTest::keyClick(&view(), Qt::Key_J);
    QCOMPARE(document().shownStep(), stepOf("SimplifyInference"));
    QVERIFY(show(stepOf("PrecomputePrune") - 1)); // not in the list
    QTest::keyClick(&view(), Qt::Key_K);
    QCOMPARE(document().shownStep(), stepOf("FoldScaleAxis"));
    QTest::mouseClick(filter, Qt::LeftButton, {}, {8, filter->height() / 2});
    QVERIFY(!document().showsOnlyChanges());
}

void TstPassStepping::whatReplacesTheSelectedNodeStandsInItsPlace()
{
    const NodeId norm = document().graph().findByName("stage1_unit1_bn2").value();
    QVERIFY(select(norm));
    QPointF place = placeOf(norm);
    for (int step = 1; step <= static_cast<int>(document().passSteps().size()); ++step) {
        QVERIFY(show(step));
        const NodeId now = selection().current();
        QVERIFY2(document().stage().graph->contains(now), qPrintable(QString::number(step)));
        QVERIFY2((placeOf(now) - place).manhattanLength() < 0.01,
                 qPrintable(QStringLiteral("step %1").arg(step)));
    }
    QVERIFY(selection().current() != norm);
}

void TstPassStepping::comingBackRestoresSelectionAndPlace()
{
    const NodeId norm = document().graph().findByName("stage1_unit1_bn2").value();
    QVERIFY(select(norm));
    const QPointF place = placeOf(norm);
    QVERIFY(show(static_cast<int>(document().passSteps().size())));
    QVERIFY(show(0));
    QCOMPARE(selection().nodes(), std::vector{norm});
    QCOMPARE(view().selectedNodes(), std::vector{norm});
    QVERIFY((placeOf(norm) - place).manhattanLength() < 0.01);
}

void TstPassStepping::withoutASelectionComingBackShowsTheSamePart()
{
    view().centerOn(document().graph().findByName("stage2_unit1_conv1").value());
    const ViewTransform seen = view().transform();
    QVERIFY(show(stepOf("SimplifyInference")));
    QVERIFY(show(stepOf("GraphCompile")));
    QVERIFY(show(0));
    QVERIFY(view().transform() == seen);
}

void TstPassStepping::theTrailTellsWhatEachStepDidAndLeadsThere()
{
    QVERIFY(select(document().graph().findByName("stage1_unit1_bn2").value()));
    auto *trail = find<NodeView>(m_window, "changes-trail");
    QVERIFY(trail);
    QTRY_VERIFY(trail->isVisible());
    QStringList passes;
    for (int row = 0; row < trail->model()->rowCount(); ++row) {
        passes.append(trail->model()->index(row, 0).data().toString());
    }
    QVERIFY2(passes.startsWith(QStringLiteral("As opened"))
                 && passes.contains(QStringLiteral("SimplifyInference"))
                 && passes.endsWith(QStringLiteral("GraphCompile")),
             qPrintable(passes.join(u' ')));
    const auto row = static_cast<int>(passes.indexOf(QStringLiteral("SimplifyInference")));
    const QModelIndex cell = trail->model()->index(row, 0);
    const auto isInSight = [&] {
        trail->scrollTo(cell);
        return trail->viewport()->rect().contains(trail->visualRect(cell).center());
    };
    QTRY_VERIFY(isInSight());
    QVERIFY(cell.siblingAtColumn(3)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("from stage1_unit1_bn2")));
    QTest::mouseClick(trail->viewport(), Qt::LeftButton, {}, trail->visualRect(cell).center());
    QCOMPARE(document().shownStep(), stepOf("SimplifyInference"));
}

void TstPassStepping::aChangedAttributeIsToldFromWhatToWhat()
{
    QVERIFY(show(stepOf("FoldScaleAxis")));
    const GraphDifference &difference = *document().stage().difference;
    const auto changed = std::find_if(
        difference.nodes.begin(), difference.nodes.end(), [](const NodeChange &change) {
            return std::any_of(change.details.begin(), change.details.end(), [](const auto &one) {
                return one.kind == DetailKind::Attribute || one.kind == DetailKind::Input;
            });
        });
    QVERIFY(changed != difference.nodes.end());
    selection().select(changed->node);
    m_window->docks().raise(QStringLiteral("inspector"));
    const auto *origin = find<QLabel>(m_window, "inspector-origin");
    QVERIFY(origin);
    QTRY_VERIFY2(origin->text().contains(QStringLiteral(" → ")), qPrintable(origin->text()));
    m_window->docks().raise(QStringLiteral("changes"));
    // Nodes that are as they were have no mark, whatever is known of their values.
    std::size_t marked = 0;
    for (const NodeId id : document().stage().graph->nodes()) {
        const NodeMark *mark = view().marks().find(id);
        marked += mark != nullptr && mark->change != ChangeMark::None;
    }
    const ChangeCounts &counts = difference.counts;
    QCOMPARE(marked, counts.made + counts.changed + counts.renamed + counts.grown());
}

void TstPassStepping::groupsAreColoredWhereTheyAreFound()
{
    QVERIFY(view().marks().title.isEmpty());
    QVERIFY(show(stepOf("GraphFindFusibleGroups")));
    QVERIFY(view().marks().classes.size() > 10);
    QVERIFY(show(stepOf("SimplifyInference")));
    QVERIFY(view().marks().classes.empty());
}

NERVURE_GUI_TEST(TstPassStepping)
#include "tst_pass_stepping.moc"
