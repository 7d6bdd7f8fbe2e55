// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_fused_body.h"

#include <cassert>
#include <utility>

namespace nervure {

std::shared_ptr<const PartSpecs> partSpecs(const OpRegistry &ops)
{
    PartSpecs specs;
    for (const char *name : {"Convolution", "FullyConnected", "BatchNorm", "elemwise_add",
                             "Activation", "LeakyReLU", "clip"}) {
        const OpSpec *spec = ops.find(Dialect::MXNet, name);
        assert(spec && "what is fused is registered before");
        specs.emplace(name, *spec);
    }
    return std::make_shared<const PartSpecs>(std::move(specs));
}

std::size_t variablesOf(const Node &node)
{
    std::size_t count = 0;
    for (const auto &graph : node.subgraphs) {
        for (const NodeId id : graph->nodes()) {
            count += graph->node(id).isVariable() ? 1 : 0;
        }
    }
    return count;
}

Result<FusedBody> FusedBody::of(const Node &node, const PartSpecs &specs)
{
    FusedBody body;
    body.variables = variablesOf(node);
    const Graph &graph = *node.subgraphs.front();
    for (const NodeId id : graph.nodes()) {
        const Node &part = graph.node(id);
        const auto spec = specs.find(part.op);
        if (part.isVariable()) {
            continue;
        }
        if (spec == specs.end()) {
            return makeError("not-supported", "{} of whole numbers is not supported", part.op);
        }
        Diagnostics problems;
        ParsedAttrs attrs =
            parseAttrs(spec->second.attrs, part.attrs, part.op, part.name, problems);
        if (!problems.empty()) {
            return problems.front();
        }
        body.parts.push_back({&part, &spec->second, std::move(attrs)});
    }
    const bool isLayer =
        !body.parts.empty()
        && (body.parts[0].node->op == "Convolution" || body.parts[0].node->op == "FullyConnected");
    return isLayer ? Result<FusedBody>(std::move(body))
                   : makeError("not-supported", "expected a layer first in the subgraph");
}

} // namespace nervure
