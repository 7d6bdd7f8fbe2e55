// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_controller.h"

#include "core/builtins.h"
#include "tests/support/test_class.h"
#include "tests/widgets/canvas/canvas_fixture.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace nervure;
using namespace nervure::tests;

class TstCanvasController : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsTheDocument();
    void selectionsAreOne();
    void editsAreMarkedUntilLookedAt();
    void diagnosticsAreMarked();
    void aBadgeSaysItsMessageAndIsInTheLegend();
    void timesColorTheNodes();
    void aStepShowsTheGraphThatItsPassMade();
    void anEditIsLaidOutOnceWithItsShapes();
    void slowLayoutCanBeStopped();

private:
    struct Parts {
        explicit Parts(const LayoutClientOptions &layout)
            : document(builtins),
              controller({document, selection, jobs, view}, layout)
        {}

        Builtins builtins = makeBuiltins();
        GraphDocument document;
        Selection selection;
        JobRunner jobs;
        GraphView view;
        CanvasController controller;
    };

    void open(std::string helper = program("nervure-layout").string())
    {
        LayoutClientOptions options;
        options.helper = std::move(helper);
        m_parts = std::make_unique<Parts>(options);
        m_parts->view.resize(800, 600);
        m_parts->view.show();
        DocumentContent content;
        content.graph = diamonds(4);
        m_parts->document.setContent(std::move(content));
    }
    [[nodiscard]] NodeId node(const char *name) const
    {
        return *m_parts->document.graph().findByName(name);
    }
    [[nodiscard]] const NodeMark *markOf(const char *name) const
    {
        return m_parts->view.marks().find(node(name));
    }
    [[nodiscard]] std::optional<Severity> severityOf(const char *name) const
    {
        return m_parts->view.marks().worst.of(node(name).value);
    }

    std::unique_ptr<Parts> m_parts;
};

void TstCanvasController::init()
{
    open();
    QTRY_VERIFY(m_parts->view.scene());
}

void TstCanvasController::cleanup()
{
    m_parts.reset();
}

void TstCanvasController::showsTheDocument()
{
    const CanvasScene &scene = *m_parts->view.scene();
    QCOMPARE(scene.nodeCount() - scene.graph().outputs.size(), std::size_t(17));
    QCOMPARE(m_parts->view.scene()->graph().revision, m_parts->document.revision());
    QSignalSpy shown(&m_parts->controller, &CanvasController::shown);
    m_parts->document.setContent({});
    QTRY_VERIFY(!m_parts->view.scene());
}

void TstCanvasController::selectionsAreOne()
{
    m_parts->selection.select(node("b2"));
    QCOMPARE(m_parts->view.selectedNodes(), std::vector<NodeId>{node("b2")});
    const QPoint at = m_parts->view.nodeRectInView(node("a0")).center().toPoint();
    QTest::mouseClick(m_parts->view.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(m_parts->selection.current(), node("a0"));
}

void TstCanvasController::editsAreMarkedUntilLookedAt()
{
    QVERIFY(
        performEdit(m_parts->document, EditKind::Rename, {.nodes = {node("b1")}, .text = "renamed"})
            .ok());
    const NodeId changed = node("renamed");
    const auto changeOf = [&] {
        const NodeMark *mark = m_parts->view.marks().find(changed);
        return mark ? mark->change : ChangeMark::None;
    };
    QTRY_COMPARE(changeOf(), ChangeMark::Changed);
    m_parts->selection.select(changed);
    QCOMPARE(changeOf(), ChangeMark::None);
}

void TstCanvasController::diagnosticsAreMarked()
{
    DocumentContent content;
    content.graph = diamonds(2);
    content.diagnostics = {makeWarningAt("c1", "attr-unknown", "something"),
                           makeErrorAt("c1", "attr-invalid", "something worse")};
    m_parts->document.setContent(std::move(content));
    QTRY_VERIFY(severityOf("c1") == Severity::Error);
    QVERIFY(!severityOf("c0"));
}

void TstCanvasController::aBadgeSaysItsMessageAndIsInTheLegend()
{
    DocumentContent content;
    content.graph = diamonds(2);
    content.diagnostics = {makeWarningAt("c1", "attr-unknown", "something odd"),
                           makeErrorAt("c1", "attr-invalid", "something worse")};
    m_parts->document.setContent(std::move(content));
    QTRY_VERIFY(severityOf("c1") == Severity::Error);
    QWidget *viewport = m_parts->view.viewport();
    const QPoint at = m_parts->view.nodeRectInView(node("c1")).center().toPoint();
    QTest::mouseMove(viewport, at);
    QHelpEvent help(QEvent::ToolTip, at, viewport->mapToGlobal(at));
    QCoreApplication::sendEvent(viewport, &help);
    const QString said = QToolTip::text();
    QVERIFY(said.contains(QStringLiteral("× something worse")));
    QVERIFY(said.contains(QStringLiteral("! something odd")));
    QVERIFY(said.indexOf(u'×') < said.indexOf(u'!')); // the worst first
    QToolTip::hideText();
    const auto *legend = m_parts->view.findChild<QWidget *>(QStringLiteral("legend"));
    QVERIFY(legend->accessibleDescription().contains(QStringLiteral("× Error")));
    m_parts->document.setContent({diamonds(2), {}, {}, {}, {}});
    QTRY_VERIFY(!legend->accessibleDescription().contains(QStringLiteral("Error")));
}

void TstCanvasController::timesColorTheNodes()
{
    LayerProfile slow;
    slow.node = {node("a0"), "a0"};
    slow.ms.median = 3;
    LayerProfile quick;
    quick.node = {node("b0"), "b0"};
    quick.ms.median = 1;
    auto profile = std::make_shared<ProfileReport>();
    profile->data.layers = {slow, quick};
    m_parts->document.setProfile(profile, m_parts->document.revision());
    QVERIFY(!m_parts->view.marks().scale);
    m_parts->controller.setColoring(NodeColoring::Time);
    QVERIFY(m_parts->view.marks().scale.has_value());
    QCOMPARE(markOf("a0")->heat, std::optional(1.0));
    QCOMPARE(*markOf("b0")->heat, 1.0 / 3);
    QVERIFY(markOf("a0")->badge.startsWith(QStringLiteral("75")));
    QVERIFY(!markOf("c0"));
}

void TstCanvasController::aStepShowsTheGraphThatItsPassMade()
{
    Graph changed = m_parts->document.graph();
    Node added;
    added.op = "relu";
    added.name = "made";
    added.inputs = {{node("a0"), 0}};
    const NodeId made = changed.add(std::move(added));
    PassStep step;
    step.name = QStringLiteral("Adds");
    step.changedGraph = true;
    step.graph = std::make_shared<const Graph>(std::move(changed));
    step.difference = std::make_shared<const GraphDifference>(
        differenceOf({m_parts->document.graph()}, {*step.graph}, nullptr));
    m_parts->document.setPassOutcome({m_parts->document.revision(), {step}});
    const auto isShown = [&] { return m_parts->view.scene()->graph().find(made).has_value(); };
    QTRY_VERIFY(isShown());
    const NodeMark *mark = m_parts->view.marks().find(made);
    QVERIFY(mark && mark->change == ChangeMark::Added);
    QVERIFY(!markOf("a0"));
    m_parts->document.setShownStep(0);
    QTRY_VERIFY(!isShown());
    QVERIFY(m_parts->view.marks().nodes.empty());
    m_parts->document.setShownStep(1);
    QTRY_VERIFY(isShown());
}

void TstCanvasController::anEditIsLaidOutOnceWithItsShapes()
{
    WorkerProcess worker;
    PassRunner passes(m_parts->document, m_parts->jobs, worker);
    QSignalSpy finished(&passes, &PassRunner::finished);
    QSignalSpy shown(&m_parts->controller, &CanvasController::shown);
    passes.run({{"InferShape", {}}, {"InferType", {}}});
    QVERIFY(finished.wait());
    QTRY_COMPARE(shown.count(), 1);
    bool hadShapes = true;
    connect(&m_parts->controller, &CanvasController::shown, &passes, [&] {
        hadShapes = hadShapes && m_parts->document.analyses().contains(keys::shape.name);
    });
    QVERIFY(
        performEdit(m_parts->document, EditKind::Rename, {.nodes = {node("b1")}, .text = "renamed"})
            .ok());
    QTRY_COMPARE(finished.count(), 2);
    QTRY_COMPARE(shown.count(), 2);
    QTRY_VERIFY(m_parts->jobs.jobs().isEmpty());
    QCOMPARE(shown.count(), 2);
    QVERIFY(hadShapes);
}

void TstCanvasController::slowLayoutCanBeStopped()
{
    m_parts.reset();
    open("/bin/cat"); // answers with the request, so that our own layout stands in
    QTRY_VERIFY(m_parts->view.scene());
    QCOMPARE(m_parts->view.scene()->drawing().layout.engine, LayoutEngine::Fallback);
    QSignalSpy canceled(&m_parts->controller, &CanvasController::canceled);
    Q_EMIT m_parts->view.cancelRequested();
    QCOMPARE(canceled.count(), 1);
    QVERIFY(m_parts->view.scene());
}

NERVURE_GUI_TEST(TstCanvasController)
#include "tst_canvas_controller.moc"
