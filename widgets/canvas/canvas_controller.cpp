// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_controller.h"

#include "core/builtins.h"
#include "core/layout/diagram/drawing.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/picture_job.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/scene/finding_words.h"
#include "widgets/canvas/scene/pass_picture.h"
#include "widgets/document/graph_changes.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/style/qt_text_measure.h"
#include "widgets/text/format.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// How long a picture waits for shapes.
constexpr int patienceMs = 250;

std::vector<NodeId> goneNodes(const StagePicture &picture)
{
    std::vector<NodeId> nodes;
    for (const auto &[node, before] : picture.removed) {
        nodes.push_back(node);
    }
    return nodes;
}

} // namespace

CanvasController::CanvasController(const Parts &parts, LayoutClientOptions layout, QObject *parent)
    : QObject(parent),
      m_parts(parts),
      m_hands(std::make_shared<LayoutHands>(std::move(layout)))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &CanvasController::startOrWait);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMs);
    connect(&m_patience, &QTimer::timeout, this, &CanvasController::start);
    GraphDocument &document = parts.document;
    const auto soon = qOverload<>(&QTimer::start);
    connect(&document, &GraphDocument::contentReplaced, this, &CanvasController::replaceContent);
    connect(&document, &GraphDocument::graphChanged, &m_soon, soon);
    connect(&document, &GraphDocument::analysesChanged, &m_soon, soon);
    connect(&document, &GraphDocument::saveStarted, this,
            [this] { m_saving = std::make_shared<const Graph>(m_parts.document.graph()); });
    connect(&document, &GraphDocument::saved, this,
            [this] { restartMarks(std::exchange(m_saving, nullptr)); });
    connect(&document, &GraphDocument::examined, this, &CanvasController::gatherNotes);
    connect(&document, &GraphDocument::diagnosticsChanged, this, &CanvasController::refreshMarks);
    connect(&document, &GraphDocument::profileChanged, this, &CanvasController::refreshMarks);
    connect(&document.runs(), &RunList::comparisonChanged, this, &CanvasController::refreshMarks);
    connect(&parts.jobs, &JobRunner::jobsChanged, this, &CanvasController::showProgress);
    connect(&parts.selection, &Selection::selectionChanged, this, &CanvasController::showSelection);
    connect(&parts.selection, &Selection::jumpRequested, this, &CanvasController::jumpTo);
    parts.view.setNames([&document](NodeId id) {
        const Node *node = document.stage().graph->find(id);
        return node ? toQString(node->name) : QString();
    });
    connect(&parts.selection, &Selection::foundChanged, this,
            [this] { m_parts.view.setFound(m_parts.selection.found()); });
    connect(&parts.view, &GraphView::selectionChanged, this, &CanvasController::takeSelection);
    connect(&parts.view, &GraphView::groupToggled, this, &CanvasController::toggleGroup);
    connect(&parts.view, &GraphView::cancelRequested, this, &CanvasController::cancel);
    parts.view.setFindingWords([&document, &view = parts.view](std::uint32_t box) {
        return findingWords(document, view.scene()->graph(), box);
    });
    if (parts.colors) {
        followColors(*parts.colors);
    }
    if (!document.isEmpty()) {
        m_soon.start();
    }
}

CanvasController::~CanvasController() = default;

bool CanvasController::showsOtherNodes() const
{
    const StagePlace &now = m_parts.document.stagePlace();
    const bool isSame =
        m_picture.place.lineage == now.lineage && m_picture.place.stage == now.stage;
    return !isSame && (m_picture.isOfPass || m_parts.document.stage().isOfPass());
}

void CanvasController::showSelection()
{
    if (!showsOtherNodes()) {
        m_parts.view.setSelectedNodes(m_parts.selection.nodes());
    }
    if (!m_showsPass && m_edits.lookAt(m_parts.selection.current())) {
        refreshMarks();
    }
}

/// Nodes that a pass removed are drawn, but there is nothing to be told of them.
void CanvasController::takeSelection()
{
    const Graph &graph = *m_parts.document.stage().graph;
    m_views.forget();
    if (showsOtherNodes()) {
        return;
    }
    const std::optional<Entry> value = m_parts.view.selectedValue();
    if (value && graph.contains(value->node)) {
        m_parts.selection.selectValue(*value);
        return;
    }
    std::vector<NodeId> nodes = m_parts.view.selectedNodes();
    std::erase_if(nodes, [&graph](NodeId node) { return !graph.contains(node); });
    m_parts.selection.setNodes(std::move(nodes), m_parts.view.selectedInner());
}

void CanvasController::replaceContent()
{
    m_edits.restart(nullptr);
    m_own.reset();
    m_saving.reset();
    m_folding = {};
    if (m_isGroupingChosen) {
        m_switches.grouping = Grouping::None; // it was for the model before
        m_isGroupingChosen = false;
    }
    m_choosesGrouping = m_opensFolded && m_switches.grouping == Grouping::None;
    m_shown.reset();
    m_pendingJump = {};
    m_knownLayout.reset();
    m_picture = {};
    m_views.forget();
    m_parts.view.forgetPlace();
    m_soon.start();
}

void CanvasController::setColoring(NodeColoring coloring)
{
    if (coloring != m_coloring) {
        m_coloring = coloring;
        refreshMarks();
        Q_EMIT coloringChanged();
    }
}

void CanvasController::setSwitches(const CanvasSwitches &switches)
{
    m_choosesGrouping = false; // also where they are what they were: they are asked for now
    if (switches != m_switches) {
        if (switches.grouping != m_switches.grouping) {
            m_isGroupingChosen = false;
            m_folding = {};
        }
        m_switches = switches;
        m_soon.start();
    }
}

void CanvasController::setFolding(GroupFolding folding)
{
    if (folding != m_folding) {
        m_folding = std::move(folding);
        m_soon.start();
    }
}

void CanvasController::setKnownLayout(std::shared_ptr<const std::string> layout)
{
    m_knownLayout = std::move(layout);
    m_soon.start();
}

std::function<std::string()> CanvasController::packedLayout() const
{
    const CanvasScene *scene = m_parts.view.scene();
    // Of a pass: the model itself is drawn otherwise.
    if (scene == nullptr || m_showsPass) {
        return {};
    }
    return [drawing = scene->shared(), measure = std::make_shared<QtTextMeasure>()] {
        return nervure::packedLayout(*drawing, *measure);
    };
}

void CanvasController::toggleGroup(const QString &key)
{
    GroupFolding folding = m_folding;
    if (folding.toggled.erase(key.toStdString()) == 0) {
        folding.toggled.insert(key.toStdString());
    }
    setFolding(std::move(folding));
}

/// Shapes are part of the picture: where passes are about to give them, it is laid out once, with
/// them, unless they take too long.
void CanvasController::startOrWait()
{
    if (!m_parts.jobs.isRunning(PassRunner::jobKey())) {
        start();
    } else if (!m_patience.isActive()) {
        m_patience.start();
    }
}

/// Of other lineages nothing can be followed.
StageStep CanvasController::stepToNext() const
{
    const StagePlace &from = m_picture.place;
    const StagePlace &to = m_next.place;
    const bool isStep = from.lineage && from.lineage == to.lineage && from.stage != to.stage;
    return isStep ? StageStep{to.lineage, from.stage, to.stage} : StageStep();
}

void CanvasController::start()
{
    m_patience.stop();
    if (m_parts.document.isEmpty()) {
        m_parts.jobs.cancel(m_job);
        m_parts.view.setScene(nullptr);
        return;
    }
    const ModelStage &stage = m_parts.document.stage();
    noteChanges(stage);
    const PictureJob job{m_hands,           m_drawn,           m_parts.document.builtins().ops,
                         stage.index,       stage.analyses,    m_parts.document.inputFacts().loaded,
                         m_switches,        m_folding,         m_knownLayout,
                         m_choosesGrouping, goneNodes(m_next), stepToNext()};
    auto work = [job](const JobControl &control) { return job.run(control); };
    m_job = m_parts.jobs.start({tr("Laying out"), QStringLiteral("layout")}, this, std::move(work),
                               [this](Picture picture) { take(std::move(picture)); });
    showProgress();
}

void CanvasController::take(Picture picture)
{
    m_job = 0;
    m_parts.view.setBusy({});
    if (!picture.scene) {
        return;
    }
    // Another one than was asked for is a choice, or the picture is late.
    if (std::exchange(m_choosesGrouping, false) && picture.grouping != m_switches.grouping) {
        m_switches.grouping = picture.grouping;
        m_isGroupingChosen = true;
        Q_EMIT groupingChosen();
    }
    m_parts.document.setLayoutProblem(std::move(picture.problem));
    const SeenPicture last = picture.counterparts ? m_parts.view.seen() : SeenPicture();
    const std::vector<NodeId> &seen = m_parts.view.selectedNodes();
    const NodeId before = seen.empty() ? NodeId() : seen.back();
    m_views.leave(m_picture, m_parts.view.transform());
    m_parts.view.setScene(std::move(picture.scene), [&](NodeId node) {
        // Where they come back to what was selected, that is it, and not what it came from.
        const NodeId now = m_parts.selection.current();
        return node == before && now.isValid() ? now : heirOf(node, m_picture, m_next);
    });
    const StagePicture left = std::exchange(m_picture, m_next);
    if (seen.empty()) {
        m_parts.view.setTransform(m_views.enter(m_picture, m_parts.view.transform()));
    }
    m_parts.view.setSelectedNodes(m_parts.selection.nodes());
    refreshMarks();
    if (picture.counterparts) {
        m_parts.view.morphFrom(last, PictureWays(picture.counterparts, left, m_picture));
    }
    jumpTo(std::exchange(m_pendingJump, {})); // groups within groups unfold one after the other
    Q_EMIT shown();
}

void CanvasController::showProgress()
{
    for (const JobInfo &job : m_parts.jobs.jobs()) {
        if (job.id == m_job && m_job != 0) {
            m_parts.view.setBusy(tr("Laying out the graph"), job.fraction);
            return;
        }
    }
    m_parts.view.setBusy({});
}

void CanvasController::cancel()
{
    m_parts.jobs.cancel(m_job);
    m_job = 0;
    m_parts.view.setBusy({});
    Q_EMIT canceled();
}

/// After an edit, compares with what was drawn before: what is new or different stays marked until it
/// is looked at, undone or saved. The stage of a pass shows what that pass did.
void CanvasController::noteChanges(const ModelStage &stage)
{
    m_passMarks.clear();
    m_drawn = stage.graph;
    m_next = {m_parts.document.stagePlace(), stage.isOfPass()};
    if (stage.isOfPass()) {
        PassPicture picture = pictureOf(stage);
        m_passMarks = std::move(picture.marks);
        m_next.removed = std::move(picture.removed);
        m_next.before = static_cast<std::size_t>(m_parts.document.baseStep());
        m_drawn = std::move(picture.graph);
    } else if (!m_own) {
        m_edits.restart(stage.graph);
        m_own = stage.graph;
    } else if (m_own->revision() != stage.graph->revision()) {
        m_edits.follow(*m_own, *stage.graph);
        m_own = stage.graph;
    }
    m_showsPass = stage.isOfPass();
    m_shown = stage.graph;
    gatherNotes();
}

void CanvasController::restartMarks(std::shared_ptr<const Graph> file)
{
    if (!file) {
        return;
    }
    m_edits.restart(file);
    const auto now = std::make_shared<const Graph>(m_parts.document.graph());
    if (file->revision() != now->revision()) {
        m_edits.follow(*file, *now); // edits went on while it was written
    }
    m_own = now;
    refreshMarks();
}

/// Whether a folded group hid the node.
bool CanvasController::unfold(NodeId node)
{
    const CanvasScene *scene = m_parts.view.scene();
    const auto box = scene ? scene->graph().find(node) : std::nullopt;
    if (!box || scene->graph().nodes[*box].kind != DrawnKind::Group) {
        return false;
    }
    m_parts.view.toggleGroup(scene->graph().nodes[*box].group);
    return true;
}

void CanvasController::jumpTo(NodeId node)
{
    if (unfold(node) || m_job != 0 || m_soon.isActive() || m_patience.isActive()) {
        m_pendingJump = node;
    }
    m_parts.view.centerOn(node);
}

} // namespace nervure
