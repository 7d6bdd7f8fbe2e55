// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/forward_check.h"

#include "core/graph/check/forward_inference.h"
#include "core/support/text.h"

namespace nervure {

std::optional<GraphFinding> firstFaultBefore(const std::set<NodeId> &faulty, const Graph &graph,
                                             const OpRegistry &ops, Semantics semantics)
{
    ForwardInference inference(ops, semantics);
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        // What the node reads may come later in the file, or be nowhere.
        if (faulty.count(id) != 0 || !inference.knowsInputs(node)) {
            break;
        }
        Diagnostics ignored; // whoever calls has looked at the attributes
        if (const Status status = inference.infer(id, node, ignored); !status) {
            Diagnostic fault = status.error();
            fault.message = node.op + ' ' + quoted(node.name) + ": " + fault.message;
            fault.where.node = node.name;
            return GraphFinding{std::move(fault), id};
        }
    }
    return std::nullopt;
}

} // namespace nervure
