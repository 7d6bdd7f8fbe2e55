// SPDX-License-Identifier: Apache-2.0
#include "core/graph/opset.h"

#include <string>

namespace nervure {

std::uint16_t opsetOf(const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const bool isOnnx = node.dialect == Dialect::Onnx && !node.isVariable()
                            && node.op.find(':') == std::string::npos; // of no other domain
        if (isOnnx && node.opset != 0) {
            return node.opset;
        }
    }
    return 0;
}

std::vector<GraphAttr> newOnnxAttrs()
{
    return {{"ir_version", "int", std::to_string(newOnnxIrVersion)},
            {"opset_import", "dict", "{\"ai.onnx\":" + std::to_string(newOnnxOpset) + '}'},
            {"producer_name", "str", "\"Nervure\""}};
}

} // namespace nervure
