// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_document.h"

#include "core/builtins.h"
#include "core/graph/check/finding_list.h"
#include "widgets/document/history_command.h"
#include "widgets/document/node_findings.h"
#include "widgets/text/format.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

/// Why no snapshot can be made, and the findings that say the same with the place.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> sameFindings{
    {{"entry-dangling", "entry-node"},
     {"entry-dangling", "tensor-undefined"},
     {"graph-cycle", "cycle"}}};

/// Leaves out what is told better beside it.
void dropRepeated(Diagnostics &all)
{
    const auto isToldOf = [&all](std::string_view code) {
        return std::any_of(all.begin(), all.end(),
                           [code](const Diagnostic &one) { return one.code == code; });
    };
    for (const auto &[code, better] : sameFindings) {
        if (isToldOf(better)) {
            std::erase_if(all, [code = code](const Diagnostic &one) { return one.code == code; });
        }
    }
}

/// Null where the graph cannot be indexed; `findings` become what is said about it.
std::shared_ptr<const IndexedGraph> indexOf(const Graph &graph, const OpRegistry &ops,
                                            Diagnostics &findings)
{
    findings.clear();
    auto index = IndexedGraph::build(graph, ops, findings);
    if (!index) {
        findings.push_back(index.error());
        return nullptr;
    }
    return std::move(*index);
}

} // namespace

GraphDocument::GraphDocument(const Builtins &builtins, QObject *parent)
    : QObject(parent),
      m_builtins(builtins)
{
    connect(&m_undoStack, &QUndoStack::indexChanged, this, &GraphDocument::tellDirty);
    connect(&m_runs, &RunList::shownChanged, this, &GraphDocument::profileChanged);
    connect(&m_runs, &RunList::modified, this, [this] {
        if (project()) { // its file does not hold the runs as they are now
            markUnsaved();
        }
    });
}

GraphDocument::~GraphDocument()
{
    // The stack tells of its end, and nobody listens any more.
    m_undoStack.disconnect(this);
}

void GraphDocument::setContent(DocumentContent content)
{
    m_content = std::move(content);
    m_examination = {};
    m_readRevision = m_content.graph.revision();
    m_inputFacts = std::exchange(m_content.inputFacts, {});
    m_saveDiagnostics.clear();
    m_layoutProblem.reset();
    m_semantics = m_content.semantics.value_or(defaultSemantics(m_content.graph.dialect()));
    m_savingEdit.reset();
    m_savedEdit = 0;
    m_undoStack.clear();
    showHistory(std::exchange(m_content.history, {}));
    graphEdited();
    showRuns();
    m_wasDirty = isDirty();
    Q_EMIT titleChanged();
    Q_EMIT contentReplaced();
}

bool GraphDocument::isEmpty() const
{
    return m_content.path.isEmpty() && m_content.graph.nodeCount() == 0;
}

const std::unordered_set<NodeId> &GraphDocument::parameters() const
{
    static const std::unordered_set<NodeId> none;
    return m_examination.parameters ? *m_examination.parameters : none;
}

const GraphStatistics &GraphDocument::statistics() const
{
    static const GraphStatistics none;
    return m_examination.statistics ? *m_examination.statistics : none;
}

QString GraphDocument::title() const
{
    const QString &path = m_content.path.isEmpty() ? m_content.suggestedPath : m_content.path;
    return path.isEmpty() ? tr("Untitled") : QFileInfo(path).fileName();
}

void GraphDocument::setInputFacts(InputFacts facts)
{
    m_inputFacts = std::move(facts);
    ++m_inputState;
    forgetResults();
    Q_EMIT inputFactsChanged();
}

void GraphDocument::setSemantics(Semantics semantics)
{
    if (semantics != m_semantics) {
        m_semantics = semantics;
        ++m_inputState;
        forgetResults();
        Q_EMIT inputFactsChanged();
    }
}

EntryFacts GraphDocument::factsOf(const Entry &entry) const
{
    return entryFacts(*m_stage.graph, m_stage.index, m_stage.analyses, entry);
}

EntryFacts GraphDocument::factsOf(OwnNodeId node) const
{
    return factsOf(Entry{ownNodes()->shown(node)});
}

void GraphDocument::setProfile(std::shared_ptr<const ProfileReport> profile, std::uint64_t revision)
{
    if (profile && revision == this->revision()) {
        m_runs.add(std::move(profile), modelState());
    }
}

ModelState GraphDocument::modelState() const
{
    return stateAfter(m_undoStack.index());
}

ModelState GraphDocument::stateAfter(int steps) const
{
    return {editAt(m_undoStack, steps), m_inputState};
}

Result<Graph> GraphDocument::graphAfter(int steps) const
{
    Graph graph = m_content.graph;
    for (int done = m_undoStack.index(); done > steps; --done) {
        const auto *last = static_cast<const HistoryCommand *>(m_undoStack.command(done - 1));
        RETURN_IF_FAILED(last->takeBack(graph));
    }
    return graph;
}

void GraphDocument::showRuns()
{
    m_inputState = 0;
    RunHistory history = std::exchange(m_content.runs, {});
    if (auto profile = std::exchange(m_content.profile, nullptr)) {
        history.add(std::move(profile));
    }
    m_runs.setHistory(std::move(history), m_content.runsHash);
}

void GraphDocument::setLayoutProblem(std::optional<Diagnostic> problem)
{
    if (problem.has_value() != m_layoutProblem.has_value()
        || (problem && problem->code != m_layoutProblem->code)) {
        m_layoutProblem = std::move(problem);
        Q_EMIT diagnosticsChanged();
    }
}

void GraphDocument::addSaveDiagnostic(Diagnostic diagnostic)
{
    m_saveDiagnostics.push_back(std::move(diagnostic));
    Q_EMIT diagnosticsChanged();
}

void GraphDocument::setAutosaveProblem(std::optional<Diagnostic> problem)
{
    if (problem || m_autosaveProblem) {
        m_autosaveProblem = std::move(problem);
        Q_EMIT diagnosticsChanged();
    }
}

Diagnostics GraphDocument::diagnostics() const
{
    FindingList found(m_content.graph, m_content.diagnostics);
    found.add(m_examination.findings);
    for (std::size_t step = 0; step < m_outcome.steps.size(); ++step) {
        const bool sharesIds = m_place.lineage->sharesIdsUpTo(step + 1);
        found.add(findingsByName(m_outcome.steps[step], sharesIds));
    }
    if (m_editNotes.first == revision()) {
        found.add(m_editNotes.second);
    }
    found.add(m_saveDiagnostics);
    for (const auto &problem : {m_layoutProblem, m_autosaveProblem}) {
        if (problem) {
            found.add({*problem});
        }
    }
    Diagnostics all = found.take();
    dropRepeated(all);
    return all;
}

void GraphDocument::graphEdited()
{
    if (m_isTravelling) {
        m_wasEdited = true;
        return;
    }
    examineAgain();
    forgetResults();
    Q_EMIT graphChanged();
    Q_EMIT diagnosticsChanged();
}

void GraphDocument::followOperators()
{
    Graph &graph = m_content.graph;
    const std::vector<NodeId> nodes(graph.nodes().begin(), graph.nodes().end());
    bool hasOne = false;
    for (const NodeId id : nodes) {
        const Node &node = graph.node(id);
        if (!node.isVariable() && !m_builtins.ops.findBuiltIn(node.dialect, node.op, node.opset)) {
            static_cast<void>(graph.edit(id)); // so that snapshots look at it again
            hasOne = true;
        }
    }
    if (hasOne) {
        graphEdited();
    }
}

void GraphDocument::examineAgain()
{
    m_openedIndex = std::exchange(m_content.index, nullptr);
    std::optional<GraphExamination> known = std::exchange(m_content.examination, std::nullopt);
    if (known && known->revision == revision()) {
        m_examination = std::move(*known);
    } else if (isSoonExamined(m_content.graph)) {
        take(examine(m_content.graph, m_builtins.ops, m_semantics, m_inputFacts.loaded));
        if (revision() == m_readRevision) {
            // Who read the graph has checked it: there is only to say what keeps it from being indexed.
            m_openedIndex = indexOf(m_content.graph, m_builtins.ops, m_examination.findings);
        }
    } else {
        m_examination = withoutLost(std::move(m_examination), m_content.graph);
    }
}

void GraphDocument::take(GraphExamination examination)
{
    if (revision() != m_readRevision) {
        // What the reader said about nodes may be mended by now; what it said about the file stays.
        std::erase_if(m_content.diagnostics,
                      [](const Diagnostic &one) { return !one.where.outermostNode().empty(); });
    }
    m_examination = std::move(examination);
}

void GraphDocument::setExamination(GraphExamination examination)
{
    if (examination.revision != revision()) {
        return;
    }
    take(std::move(examination));
    Q_EMIT examined();
    Q_EMIT diagnosticsChanged();
}

void GraphDocument::forgetResults()
{
    const bool hadAnalyses = !m_outcome.steps.empty();
    setOutcome({});
    setStage(0);
    if (hadAnalyses) {
        Q_EMIT analysesChanged();
        Q_EMIT diagnosticsChanged();
    }
}

} // namespace nervure
