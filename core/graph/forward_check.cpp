// SPDX-License-Identifier: Apache-2.0
#include "core/graph/forward_check.h"

#include "core/support/text.h"

#include <unordered_map>

namespace nervure {

namespace {

/// What is known of the outputs of one operator.
struct Outputs {
    Shapes shapes;
    DTypes types;
};

class ForwardCheck {
public:
    ForwardCheck(const Graph &graph, const OpRegistry &ops, Semantics semantics)
        : m_graph(graph),
          m_ops(ops),
          m_semantics(semantics)
    {}

    std::optional<GraphFinding> run(const std::set<NodeId> &faulty)
    {
        for (const NodeId id : m_graph.nodes()) {
            const Node &node = m_graph.node(id);
            if (faulty.count(id) != 0 || !gather(node)) {
                break;
            }
            if (const Status status = infer(id, node); !status) {
                Diagnostic fault = status.error();
                fault.message = node.op + ' ' + quoted(node.name) + ": " + fault.message;
                fault.where.node = node.name;
                return GraphFinding{std::move(fault), id};
            }
        }
        return std::nullopt;
    }

private:
    /// Takes what the node reads; not so when that comes later in the file, or is nowhere.
    bool gather(const Node &node)
    {
        m_in = {};
        for (const Entry &entry : node.inputs) {
            const auto source = m_known.find(entry.node.value);
            if (source == m_known.end() || entry.index >= source->second.shapes.size()) {
                return false;
            }
            m_in.shapes.push_back(source->second.shapes[entry.index]);
            m_in.types.push_back(source->second.types[entry.index]);
        }
        return true;
    }

    Status infer(NodeId id, const Node &node)
    {
        const std::size_t count = node.outputPorts.size();
        Outputs &out = m_known[id.value] = {Shapes(count), DTypes(count, DType::Unknown)};
        const OpSpec *spec = m_ops.find(node);
        if (!spec) {
            return {};
        }
        Diagnostics ignored; // whoever calls has looked at the attributes
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored);
        const RuleContext rule{node, attrs, m_semantics};
        Status status =
            spec->inferShape ? spec->inferShape(rule, m_in.shapes, out.shapes) : Status();
        return status && spec->inferType ? spec->inferType(rule, m_in.types, out.types) : status;
    }

    const Graph &m_graph;
    const OpRegistry &m_ops;
    Semantics m_semantics;
    Outputs m_in;
    std::unordered_map<std::uint32_t, Outputs> m_known; ///< by node id
};

} // namespace

std::optional<GraphFinding> firstFaultBefore(const std::set<NodeId> &faulty, const Graph &graph,
                                             const OpRegistry &ops, Semantics semantics)
{
    return ForwardCheck(graph, ops, semantics).run(faulty);
}

} // namespace nervure
