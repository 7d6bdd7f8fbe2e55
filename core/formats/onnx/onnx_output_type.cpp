// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_output_type.h"

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/onnx_variable.h"

namespace nervure::onnx {

AttrDict inferredType(const GraphRewrite &rewrite, const Entry &value)
{
    AttrDict attrs;
    if (!rewrite.ops) {
        return attrs;
    }
    Diagnostics ignored; // who edits is told them
    const auto index = IndexedGraph::build(rewrite.now, *rewrite.ops, ignored);
    const auto number = index ? (*index)->find(value.node) : std::nullopt;
    if (!number || value.index >= (*index)->node(*number).outputCount) {
        return attrs;
    }
    const OnnxValues found = inferOnnxValues(**index, *rewrite.ops, {}, {});
    const ValueType &type = found.values[(*index)->entryId(*number, value.index)];
    if (type.isTensor() && type.element != ElementType::Undefined) {
        attrs.set(onnx_variable::elemType, std::string(elementTypeName(type.element)));
        if (type.shape) {
            attrs.set(onnx_variable::shape, nervure::dimensionsText(*type.shape));
        }
    }
    return attrs;
}

} // namespace nervure::onnx
