// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/forward_inference.h"

#include <algorithm>

namespace nervure {

bool ForwardInference::knowsInputs(const Node &node) const
{
    return std::all_of(node.inputs.begin(), node.inputs.end(), [&](const Entry &input) {
        const auto source = m_known.find(input.node);
        return source != m_known.end() && input.index < source->second.shapes.size();
    });
}

Status ForwardInference::infer(NodeId id, const Node &node, Diagnostics &problems)
{
    Outputs in;
    for (const Entry &input : node.inputs) {
        const Outputs &source = m_known.at(input.node);
        in.shapes.push_back(source.shapes[input.index]);
        in.types.push_back(source.types[input.index]);
    }
    const std::size_t count = node.outputPorts.size();
    Outputs &out = m_known[id] = {Shapes(count), DTypes(count, DType::Unknown)};
    const OpSpec *spec = m_ops.find(node);
    if (!spec) {
        return {};
    }
    const ParsedAttrs attrs = parseAttrs(spec->attrs, node.attrs, spec->name, node.name, problems);
    const RuleContext rule{node, attrs, m_semantics};
    const Status status = spec->inferShapes(rule, in.shapes, out.shapes);
    return status && spec->inferType ? spec->inferType(rule, in.types, out.types) : status;
}

} // namespace nervure
