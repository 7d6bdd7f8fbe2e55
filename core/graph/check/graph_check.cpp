// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/graph_check.h"

#include "core/graph/check/forward_check.h"
#include "core/graph/check/name_counts.h"
#include "core/graph/op/op_facts.h"
#include "core/graph/traversal.h"
#include "core/support/misspelling.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

namespace {

using Place = GraphFinding::Place;

/// How many inputs a message names.
constexpr std::size_t shownInputNames = 8;
/// How much of a cycle a message names.
constexpr std::size_t shownCycleNodes = 8;
/// More cycles than this are not reported one by one.
constexpr std::size_t maxReportedCycles = 16;

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
    void report(Severity severity, std::string code, std::string message, NodeId node, Place place,
                std::size_t position = 0)
    {
        GraphFinding finding;
        finding.diagnostic.severity = severity;
        finding.diagnostic.code = std::move(code);
        finding.diagnostic.message = std::move(message);
        if (m_graph.contains(node)) {
            finding.diagnostic.where.node = m_graph.node(node).name;
        }
        finding.node = node;
        finding.place = place;
        finding.position = position;
        m_findings.push_back(std::move(finding));
    }
    static std::string title(const Node &node) { return node.op + ' ' + quoted(node.name); }

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
    std::map<std::string, std::optional<std::string>> m_similar; ///< to unknown operators
};

void Checker::reportUnknownOperator(NodeId id, const Node &node)
{
    std::string message =
        "node " + quoted(node.name) + ": operator " + quoted(node.op) + " is unknown";
    const auto [similar, isNew] = m_similar.try_emplace(node.op);
    if (isNew) {
        similar->second = misspeltFrom(node.op, m_ops.names(node.dialect));
    }
    if (similar->second) {
        message += ", did you mean " + quoted(*similar->second);
    }
    // LightNet opens no file with an operator that it does not know.
    const bool isRefused = node.dialect == Dialect::LightNet && m_semantics == Semantics::Exact;
    report(isRefused ? Severity::Error : Severity::Warning, "op-unknown", std::move(message), id,
           Place::Operator);
}

/// So for every node: then there is no cycle.
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
    if (!facts.spec) {
        reportUnknownOperator(id, node);
    } else if (facts.hasProblems) {
        ParsedAttrs ignored;
        reportAttributes(id, node, *facts.spec, ignored);
    } else {
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
        report(problem.severity, problem.code, problem.message, id, Place::Attribute);
        m_findings.back().diagnostic.where.attribute = problem.where.attribute;
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

/// What the ports of a LightNet operator lack or have too much, or nothing.
std::string roleFault(const std::vector<Port> &ports, const std::vector<std::string> &roles,
                      std::string_view kind)
{
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const Port &port : ports) {
        ++counts[port.role];
    }
    for (const std::string &role : roles) {
        if (const std::size_t count = counts[role]; count != 1) {
            return fmt::format("has {} {}s {}, expected 1", count, kind, quoted(role));
        }
    }
    const std::unordered_set<std::string_view> known(roles.begin(), roles.end());
    for (const Port &port : ports) {
        if (known.count(port.role) == 0) {
            return "has an unknown " + std::string(kind) + " " + quoted(port.role) + ", expected "
                   + (roles.empty() ? "none" : join(roles, ", "));
        }
    }
    return {};
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
        all.push_back(std::move(finding.diagnostic));
    }
    for (const NodeId id : graph.nodes()) {
        for (const std::shared_ptr<const Graph> &held : graph.node(id).subgraphs) {
            for (Diagnostic &inside : checkWithSubgraphs(*held, ops, semantics)) {
                std::vector<std::string> &owners = inside.where.owners;
                owners.insert(owners.begin(), graph.node(id).name);
                all.push_back(std::move(inside));
            }
        }
    }
    return all;
}

} // namespace nervure
