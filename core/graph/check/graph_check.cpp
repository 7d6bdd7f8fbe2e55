// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/graph_check.h"

#include "core/graph/check/finding_list.h"
#include "core/graph/check/forward_check.h"
#include "core/graph/check/name_counts.h"
#include "core/graph/check/port_roles.h"
#include "core/graph/model_facts.h"
#include "core/graph/op/op_facts.h"
#include "core/graph/traversal.h"
#include "core/support/finding_groups.h"
#include "core/support/misspelling.h"
#include "core/support/text.h"
#include "core/support/visible_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>

namespace nervure {

namespace {

using Place = GraphFinding::Place;

constexpr std::size_t shownInputNames = 8; ///< in a message
constexpr std::size_t shownCycleNodes = 8; ///< likewise
/// More cycles than this are not reported one by one.
constexpr std::size_t maxReportedCycles = 16;

/// The facts about an operator that nobody knows.
struct UnknownKind {
    std::optional<std::string> similar; ///< the operator that may be meant
    std::optional<std::size_t> finding; ///< what its nodes join
};

class Checker {
public:
    Checker(const Graph &graph, const OpRegistry &ops, Semantics semantics)
        : m_graph(graph),
          m_ops(ops),
          m_facts(ops),
          m_semantics(semantics),
          m_outputs(graph.idLimit(), notMet),
          m_nodeNames(graph.nodeCount()),
          m_tensorNames(graph.dialect() == Dialect::LightNet ? graph.nodeCount() : 0)
    {}

    /// One look at each node: a large graph does not fit into the processor's cache.
    std::vector<GraphFinding> run()
    {
        std::vector<NodeId> early; // read what comes later, or themselves
        const std::span<const NodeId> ids = m_graph.nodes();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (i + lookAhead < ids.size()) {
                m_nodeNames.prefetch(m_graph.node(ids[i + lookAhead]).name);
            }
            const NodeId id = ids[i];
            const Node &node = m_graph.node(id);
            const bool isInOrder = readsOnlyWhatWasMet(node);
            m_outputs[id.value] = unknownCount;
            countOutputs(id, node);
            checkNames(id, node);
            if (isInOrder) {
                checkInputs(id, node);
            } else {
                early.push_back(id);
            }
        }
        for (const NodeId id : early) {
            checkInputs(id, m_graph.node(id));
        }
        checkHeads();
        if (!early.empty()) {
            checkCycles();
        }
        return std::move(m_findings);
    }

private:
    /// An error, or a warning where NNVM would go on.
    [[nodiscard]] Severity tolerated() const
    {
        return m_semantics == Semantics::Exact && m_graph.dialect() != Dialect::LightNet
                   ? Severity::Warning
                   : Severity::Error;
    }
    std::size_t report(Severity severity, std::string code, std::string message, NodeId node,
                       Place place, std::size_t position = 0)
    {
        return report({{severity, std::move(code), std::move(message)}, node, place, position});
    }
    std::size_t report(GraphFinding finding);
    static std::string title(const Node &n) { return shortenedText(n.op) + ' ' + quoted(n.name); }

    [[nodiscard]] bool readsOnlyWhatWasMet(const Node &node) const;
    void countOutputs(NodeId id, const Node &node);
    void checkLightNet(NodeId id, const Node &node, const OpSpec &spec);
    bool reportAttributes(NodeId id, const Node &node, const OpSpec &spec, ParsedAttrs &attrs);
    void reportUnknownOperator(NodeId id, const Node &node);
    void reportInputCount(NodeId id, const Node &node, const OpFacts &facts);
    void checkRoles(NodeId id, const Node &node, const OpSpec &spec, const RuleContext &context);
    void checkInputs(NodeId id, const Node &node);
    template <typename What>
    void checkEntry(const What &what, const Entry &entry, NodeId user, Place place,
                    std::size_t position);
    void checkHeads();
    void checkNames(NodeId id, const Node &node);
    void checkCycles();
    void reportCycle(const std::vector<WalkFrame> &path, NodeId back);

    static constexpr std::size_t lookAhead = 8; ///< nodes
    static constexpr std::uint32_t unknownCount = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t notMet = unknownCount - 1;

    const Graph &m_graph;
    const OpRegistry &m_ops;
    OpFactsTable m_facts;
    Semantics m_semantics;
    std::vector<GraphFinding> m_findings;
    std::vector<std::uint32_t> m_outputs; ///< by NodeId; unknownCount for unknown operators
    NameCounts m_nodeNames;
    NameCounts m_tensorNames;
    std::unordered_map<std::string, std::size_t> m_causes; ///< the finding of each
    std::map<std::pair<Dialect, std::string>, UnknownKind> m_unknown;
};

/// Joins the finding of the same cause, if there is one. Gives back which one it is now.
std::size_t Checker::report(GraphFinding finding)
{
    Location &where = finding.diagnostic.where;
    if (m_graph.contains(finding.node)) {
        where.node = m_graph.node(finding.node).name;
    }
    if (!where.node.empty() && m_graph.dialect() != Dialect::LightNet) {
        std::string cause = fmt::format("{} {} {}", static_cast<int>(finding.place),
                                        finding.position, causeOf(finding.diagnostic));
        const auto [known, isNew] = m_causes.try_emplace(std::move(cause), m_findings.size());
        if (!isNew) {
            m_findings[known->second].others.push_back(finding.node);
            return known->second;
        }
    }
    m_findings.push_back(std::move(finding));
    return m_findings.size() - 1;
}

/// The nodes of a large graph may all be unknown: those of one kind cost no text each.
void Checker::reportUnknownOperator(NodeId id, const Node &node)
{
    const auto [kind, isNew] = m_unknown.try_emplace({node.dialect, node.op});
    UnknownKind &known = kind->second;
    if (isNew) {
        known.similar = misspeltFrom(node.op, m_ops.names(node.dialect));
    }
    // A name that the message holds anyway is a cause of its own.
    const bool isOfKind = !node.name.empty() && node.name != node.op && node.name != known.similar
                          && m_graph.dialect() != Dialect::LightNet;
    if (known.finding && isOfKind) {
        m_findings[*known.finding].others.push_back(id);
        return;
    }
    std::string message =
        "node " + quoted(node.name) + ": operator " + quoted(node.op) + " is unknown";
    if (known.similar) {
        message += ", did you mean " + quoted(*known.similar);
    }
    // LightNet opens no file with an operator that it does not know.
    const bool isRefused = node.dialect == Dialect::LightNet && m_semantics == Semantics::Exact;
    const Severity severity = isRefused ? Severity::Error : Severity::Warning;
    const std::size_t at = report(severity, "op-unknown", message, id, Place::Operator);
    known.finding = isOfKind ? at : known.finding;
}

/// Where this holds for every node there is no cycle.
bool Checker::readsOnlyWhatWasMet(const Node &node) const
{
    const auto wasMet = [this](NodeId source) {
        return source.value >= m_outputs.size() || m_outputs[source.value] != notMet
               || !m_graph.contains(source);
    };
    return std::all_of(node.inputs.begin(), node.inputs.end(),
                       [&](const Entry &entry) { return wasMet(entry.node); })
           && std::all_of(node.controlDeps.begin(), node.controlDeps.end(), wasMet);
}

void Checker::countOutputs(NodeId id, const Node &node)
{
    const bool isLightNet = node.dialect == Dialect::LightNet;
    if (node.isVariable() && !isLightNet) {
        m_outputs[id.value] = 1;
        return;
    }
    if (isLightNet) {
        if (const OpSpec *spec = m_ops.find(node)) {
            checkLightNet(id, node, *spec);
        } else {
            reportUnknownOperator(id, node);
        }
        return;
    }
    const OpFacts &facts = m_facts.of(node);
    if (!facts.spec && !callsFunction(node)) {
        reportUnknownOperator(id, node);
    } else if (facts.hasProblems) {
        ParsedAttrs ignored;
        reportAttributes(id, node, *facts.spec, ignored);
    } else if (facts.spec) {
        m_outputs[id.value] = facts.outputCount;
        if (facts.inputCount && *facts.inputCount != node.inputs.size()) {
            reportInputCount(id, node, facts);
        }
    }
}

void Checker::checkLightNet(NodeId id, const Node &node, const OpSpec &spec)
{
    if (m_semantics == Semantics::Exact && node.op != spec.name && node.op != spec.name + "_cpu") {
        report(Severity::Error, "op-unknown",
               "node " + quoted(node.name) + ": operator " + quoted(node.op)
                   + " is of a backend that LightNet's build for the CPU has not, expected "
                   + quoted(spec.name),
               id, Place::Operator);
    }
    ParsedAttrs attrs;
    if (reportAttributes(id, node, spec, attrs)) {
        const RuleContext context{node, attrs, m_semantics};
        const auto outputs = outputNamesOf(&spec, context, 1);
        m_outputs[id.value] = static_cast<std::uint32_t>(outputs.size());
        checkRoles(id, node, spec, context);
    }
}

/// Parses the attributes; whether there was nothing to report.
bool Checker::reportAttributes(NodeId id, const Node &node, const OpSpec &spec, ParsedAttrs &attrs)
{
    Diagnostics problems;
    attrs = parseAttrs(spec.attrs, node.attrs, spec.name, node.name, problems);
    for (Diagnostic &problem : problems) {
        report({std::move(problem), id, Place::Attribute});
    }
    return problems.empty();
}

void Checker::reportInputCount(NodeId id, const Node &node, const OpFacts &facts)
{
    const std::vector<std::string> names = facts.spec->inputNames({node, facts.attrs, m_semantics});
    std::string expected = std::to_string(names.size());
    if (!names.empty()) {
        const std::size_t shown = std::min(names.size(), shownInputNames);
        expected += " (" + join(std::span(names).first(shown), ", ")
                    + (shown < names.size() ? ", …)" : ")");
    }
    report(tolerated(), "input-count",
           fmt::format("{}: has {} inputs, expected {}", title(node), node.inputs.size(), expected),
           id, Place::Node);
}

/// LightNet wants every role exactly once, in any order.
void Checker::checkRoles(NodeId id, const Node &node, const OpSpec &spec,
                         const RuleContext &context)
{
    std::string fault;
    if (spec.inputNames) {
        fault = roleFault(node.inputPorts, spec.inputNames(context), "input");
    }
    if (fault.empty() && spec.outputNames) {
        fault = roleFault(node.outputPorts, spec.outputNames(context), "output");
    }
    if (!fault.empty()) {
        report(Severity::Error, "input-count", title(node) + ": " + fault, id, Place::Node);
    }
}

void Checker::checkInputs(NodeId id, const Node &node)
{
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const bool isNamed = i < node.inputPorts.size() && !node.inputPorts[i].tensor.empty()
                             && !m_graph.contains(node.inputs[i].node);
        if (isNamed) {
            report(Severity::Error, "tensor-undefined",
                   title(node) + ": input " + quoted(node.inputPorts[i].role) + " is tensor "
                       + quoted(node.inputPorts[i].tensor)
                       + ", expected one that an earlier operator defines",
                   id, Place::Input, i);
            continue;
        }
        checkEntry([&] { return fmt::format("{}: input {}", title(node), i); }, node.inputs[i], id,
                   Place::Input, i);
    }
    for (std::size_t i = 0; i < node.controlDeps.size(); ++i) {
        const NodeId dep = node.controlDeps[i];
        if (!m_graph.contains(dep)) {
            report(Severity::Error, "entry-node",
                   fmt::format("{}: control dependency {} is node {}, expected one of the {} nodes",
                               title(node), i, static_cast<std::int32_t>(dep.value),
                               m_graph.nodeCount()),
                   id, Place::ControlDep, i);
        }
    }
}

/// `what()` names the entry, where there is something to say.
template <typename What>
void Checker::checkEntry(const What &what, const Entry &entry, NodeId user, Place place,
                         std::size_t position)
{
    if (!m_graph.contains(entry.node)) {
        report(Severity::Error, "entry-node",
               fmt::format("{} is node {}, expected one of the {} nodes", what(),
                           static_cast<std::int32_t>(entry.node.value), m_graph.nodeCount()),
               user, place, position);
        return;
    }
    const std::uint32_t outputs = m_outputs[entry.node.value];
    if (outputs != unknownCount && entry.index >= outputs) {
        report(tolerated(), "entry-index",
               fmt::format("{} is output {} of {}, which has {}", what(), entry.index,
                           quoted(m_graph.node(entry.node).name), outputs),
               user, place, position);
    }
}

void Checker::checkHeads()
{
    for (std::size_t i = 0; i < m_graph.heads().size(); ++i) {
        checkEntry([i] { return fmt::format("head {}", i); }, m_graph.heads()[i], NodeId{},
                   Place::Head, i);
    }
}

void Checker::checkNames(NodeId id, const Node &node)
{
    const bool isLightNet = m_graph.dialect() == Dialect::LightNet;
    if (m_nodeNames.add(node.name) == 2) {
        report(isLightNet ? Severity::Error : Severity::Warning, "name-duplicate",
               "the name " + quoted(node.name) + " is used by several nodes"
                   + (isLightNet ? ", expected each once" : ""),
               id, Place::Name);
    }
    for (const Port &port : node.outputPorts) {
        if (m_tensorNames.add(port.tensor) > 1) {
            report(Severity::Error, "tensor-duplicate",
                   title(node) + ": defines tensor " + quoted(port.tensor)
                       + ", which an earlier operator defines already",
                   id, Place::Node);
        }
    }
}

void Checker::reportCycle(const std::vector<WalkFrame> &path, NodeId back)
{
    const auto start = std::find_if(path.begin(), path.end(),
                                    [back](const WalkFrame &frame) { return frame.id == back; });
    std::string text;
    std::size_t shown = 0;
    for (auto it = start; it != path.end() && shown < shownCycleNodes; ++it, ++shown) {
        text += quoted(it->node->name) + " → ";
    }
    if (static_cast<std::size_t>(path.end() - start) > shownCycleNodes) {
        text += "… → ";
    }
    report(tolerated(), "cycle",
           "the nodes depend on each other in a cycle: " + text + quoted(m_graph.node(back).name),
           back, Place::Node);
}

void Checker::checkCycles()
{
    enum class State : std::uint8_t { New, Open, Done };
    std::vector<State> states(m_graph.idLimit(), State::New);
    std::size_t reported = 0;
    for (const NodeId root : m_graph.nodes()) {
        if (states[root.value] != State::New) {
            continue;
        }
        std::vector<WalkFrame> path;
        const auto enter = [&](NodeId id) {
            states[id.value] = State::Open;
            path.push_back({id, 0, &m_graph.node(id)});
        };
        enter(root);
        while (!path.empty()) {
            WalkFrame &frame = path.back();
            if (frame.isDone()) {
                states[frame.id.value] = State::Done;
                path.pop_back();
                continue;
            }
            const NodeId dep = frame.takeNext();
            if (!m_graph.contains(dep)) {
                continue;
            }
            if (states[dep.value] == State::New) {
                enter(dep);
            } else if (states[dep.value] == State::Open && reported < maxReportedCycles) {
                ++reported;
                reportCycle(path, dep);
            }
        }
    }
}

} // namespace

std::vector<GraphFinding> checkGraph(const Graph &graph, const OpRegistry &ops, Semantics semantics,
                                     const std::set<NodeId> &faulty)
{
    std::vector<GraphFinding> findings = Checker(graph, ops, semantics).run();
    if (graph.dialect() != Dialect::LightNet) {
        return findings;
    }
    std::set<NodeId> withErrors = faulty;
    for (const GraphFinding &finding : findings) {
        if (finding.diagnostic.severity == Severity::Error) {
            withErrors.insert(finding.node);
        }
    }
    if (withErrors.empty()) {
        return findings;
    }
    if (auto earlier = firstFaultBefore(withErrors, graph, ops, semantics)) {
        findings.insert(findings.begin(), std::move(*earlier));
    }
    return findings;
}

Diagnostics checkWithSubgraphs(const Graph &graph, const OpRegistry &ops, Semantics semantics)
{
    Diagnostics all;
    for (GraphFinding &finding : checkGraph(graph, ops, semantics)) {
        setNodes(finding.diagnostic, finding.nodes());
        all.push_back(std::move(finding.diagnostic));
    }
    for (const NodeId id : graph.nodes()) {
        for (const std::shared_ptr<const Graph> &held : graph.node(id).subgraphs) {
            for (auto &inside : eachFinding(checkWithSubgraphs(*held, ops, semantics), *held)) {
                std::vector<std::string> &owners = inside.where.owners;
                owners.insert(owners.begin(), graph.node(id).name);
                all.push_back(std::move(inside));
            }
        }
    }
    return all;
}

} // namespace nervure
