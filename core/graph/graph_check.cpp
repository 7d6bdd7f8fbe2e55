// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph_check.h"

#include "core/support/text.h"

#include <algorithm>
#include <span>
#include <unordered_map>

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
          m_semantics(semantics)
    {}

    std::vector<GraphFinding> run()
    {
        for (const NodeId id : m_graph.nodes()) {
            countOutputs(id);
        }
        for (const NodeId id : m_graph.nodes()) {
            checkInputs(id);
        }
        checkHeads();
        checkNames();
        checkCycles();
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

    void countOutputs(NodeId id);
    void reportUnknownOperator(NodeId id, const Node &node);
    void checkInputCount(NodeId id, const Node &node, const OpSpec &spec,
                         const RuleContext &context);
    void checkRoles(NodeId id, const Node &node, const OpSpec &spec, const RuleContext &context);
    void checkInputs(NodeId id);
    void checkEntry(const std::string &what, const Entry &entry, NodeId user, Place place,
                    std::size_t position);
    void checkHeads();
    void checkNames();
    void checkCycles();
    void reportCycle(const std::vector<NodeId> &path, NodeId back);

    const Graph &m_graph;
    const OpRegistry &m_ops;
    Semantics m_semantics;
    std::vector<GraphFinding> m_findings;
    /// Outputs of each node whose operator is known.
    std::unordered_map<NodeId, std::size_t> m_outputs;
};

void Checker::reportUnknownOperator(NodeId id, const Node &node)
{
    std::string message =
        "node " + quoted(node.name) + ": operator " + quoted(node.op) + " is unknown";
    const auto similar = nearest(node.op, m_ops.names(node.dialect));
    if (similar) {
        message += ", did you mean " + quoted(*similar);
    }
    report(Severity::Warning, "op-unknown", std::move(message), id, Place::Operator);
}

void Checker::countOutputs(NodeId id)
{
    const Node &node = m_graph.node(id);
    if (node.isVariable() && node.dialect != Dialect::LightNet) {
        m_outputs[id] = 1;
        return;
    }
    const OpSpec *spec = m_ops.find(node);
    if (!spec) {
        reportUnknownOperator(id, node);
        return;
    }
    Diagnostics problems;
    const ParsedAttrs attrs = parseAttrs(spec->attrs, node.attrs, spec->name, node.name, problems);
    for (Diagnostic &problem : problems) {
        report(problem.severity, problem.code, problem.message, id, Place::Attribute);
        m_findings.back().diagnostic.where.attribute = problem.where.attribute;
    }
    if (!problems.empty()) {
        return;
    }
    const RuleContext context{node, attrs, m_semantics};
    m_outputs[id] = outputNamesOf(spec, context, 1).size();
    if (node.dialect == Dialect::LightNet) {
        checkRoles(id, node, *spec, context);
    } else {
        checkInputCount(id, node, *spec, context);
    }
}

void Checker::checkInputCount(NodeId id, const Node &node, const OpSpec &spec,
                              const RuleContext &context)
{
    if (!spec.inputNames) {
        return;
    }
    const std::vector<std::string> names = spec.inputNames(context);
    if (names.size() == node.inputs.size()) {
        return;
    }
    std::string expected = std::to_string(names.size());
    if (!names.empty()) {
        const std::size_t shown = std::min(names.size(), shownInputNames);
        expected += " (" + join(std::span(names).first(shown), ", ")
                    + (shown < names.size() ? ", …)" : ")");
    }
    report(tolerated(), "input-count",
           title(node) + ": has " + std::to_string(node.inputs.size()) + " inputs, expected "
               + expected,
           id, Place::Node);
}

/// What the ports of a LightNet operator lack or have too much, or nothing.
std::string roleFault(const std::vector<Port> &ports, const std::vector<std::string> &roles,
                      std::string_view kind)
{
    for (const std::string &role : roles) {
        const auto count = std::count_if(ports.begin(), ports.end(),
                                         [&role](const Port &port) { return port.role == role; });
        if (count != 1) {
            return "has " + std::to_string(count) + " " + std::string(kind) + "s " + quoted(role)
                   + ", expected 1";
        }
    }
    for (const Port &port : ports) {
        if (std::find(roles.begin(), roles.end(), port.role) == roles.end()) {
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

void Checker::checkInputs(NodeId id)
{
    const Node &node = m_graph.node(id);
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
        checkEntry(title(node) + ": input " + std::to_string(i), node.inputs[i], id, Place::Input,
                   i);
    }
    for (std::size_t i = 0; i < node.controlDeps.size(); ++i) {
        const NodeId dep = node.controlDeps[i];
        if (!m_graph.contains(dep)) {
            report(Severity::Error, "entry-node",
                   title(node) + ": control dependency " + std::to_string(i) + " is node "
                       + std::to_string(static_cast<std::int32_t>(dep.value))
                       + ", expected one of the " + std::to_string(m_graph.nodeCount()) + " nodes",
                   id, Place::ControlDep, i);
        }
    }
}

void Checker::checkEntry(const std::string &what, const Entry &entry, NodeId user, Place place,
                         std::size_t position)
{
    if (!m_graph.contains(entry.node)) {
        report(Severity::Error, "entry-node",
               what + " is node " + std::to_string(static_cast<std::int32_t>(entry.node.value))
                   + ", expected one of the " + std::to_string(m_graph.nodeCount()) + " nodes",
               user, place, position);
        return;
    }
    const auto outputs = m_outputs.find(entry.node);
    if (outputs != m_outputs.end() && entry.index >= outputs->second) {
        report(tolerated(), "entry-index",
               what + " is output " + std::to_string(entry.index) + " of "
                   + quoted(m_graph.node(entry.node).name) + ", which has "
                   + std::to_string(outputs->second),
               user, place, position);
    }
}

void Checker::checkHeads()
{
    for (std::size_t i = 0; i < m_graph.heads().size(); ++i) {
        checkEntry("head " + std::to_string(i), m_graph.heads()[i], NodeId{}, Place::Head, i);
    }
}

void Checker::checkNames()
{
    const bool isLightNet = m_graph.dialect() == Dialect::LightNet;
    std::unordered_map<std::string_view, std::size_t> nodeNames;
    std::unordered_map<std::string_view, NodeId> tensorNames;
    for (const NodeId id : m_graph.nodes()) {
        const Node &node = m_graph.node(id);
        if (++nodeNames[node.name] == 2) {
            report(isLightNet ? Severity::Error : Severity::Warning, "name-duplicate",
                   "the name " + quoted(node.name) + " is used by several nodes"
                       + (isLightNet ? ", expected each once" : ""),
                   id, Place::Name);
        }
        for (const Port &port : node.outputPorts) {
            if (!tensorNames.emplace(port.tensor, id).second) {
                report(Severity::Error, "tensor-duplicate",
                       title(node) + ": defines tensor " + quoted(port.tensor)
                           + ", which an earlier operator defines already",
                       id, Place::Node);
            }
        }
    }
}

void Checker::reportCycle(const std::vector<NodeId> &path, NodeId back)
{
    const auto start = std::find(path.begin(), path.end(), back);
    std::string text;
    std::size_t shown = 0;
    for (auto it = start; it != path.end() && shown < shownCycleNodes; ++it, ++shown) {
        text += quoted(m_graph.node(*it).name) + " → ";
    }
    if (static_cast<std::size_t>(path.end() - start) > shownCycleNodes) {
        text += "… → ";
    }
    report(tolerated(), "cycle",
           "the nodes depend on each other in a cycle: " + text + quoted(m_graph.node(back).name),
           back, Place::Node);
}

/// The nodes that `node` waits for.
std::vector<NodeId> dependencies(const Graph &graph, NodeId id)
{
    std::vector<NodeId> result;
    const Node &node = graph.node(id);
    for (const Entry &entry : node.inputs) {
        result.push_back(entry.node);
    }
    result.insert(result.end(), node.controlDeps.begin(), node.controlDeps.end());
    std::erase_if(result, [&graph](NodeId dep) { return !graph.contains(dep); });
    return result;
}

void Checker::checkCycles()
{
    struct Frame {
        std::vector<NodeId> dependencies;
        std::size_t next = 0;
    };
    enum class State { Open, Done };
    std::unordered_map<NodeId, State> states;
    std::size_t reported = 0;
    for (const NodeId root : m_graph.nodes()) {
        if (!states.emplace(root, State::Open).second) {
            continue;
        }
        std::vector<NodeId> path{root};
        std::vector<Frame> frames{{dependencies(m_graph, root)}};
        while (!frames.empty()) {
            Frame &frame = frames.back();
            if (frame.next == frame.dependencies.size()) {
                states[path.back()] = State::Done;
                path.pop_back();
                frames.pop_back();
                continue;
            }
            const NodeId dep = frame.dependencies[frame.next++];
            const auto [state, isNew] = states.emplace(dep, State::Open);
            if (isNew) {
                path.push_back(dep);
                frames.push_back({dependencies(m_graph, dep)});
            } else if (state->second == State::Open && reported < maxReportedCycles) {
                ++reported;
                reportCycle(path, dep);
            }
        }
    }
}

} // namespace

std::vector<GraphFinding> checkGraph(const Graph &graph, const OpRegistry &ops, Semantics semantics)
{
    return Checker(graph, ops, semantics).run();
}

} // namespace nervure
