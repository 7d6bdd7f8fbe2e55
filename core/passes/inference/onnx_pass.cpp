// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inference/onnx_pass.h"

#include "core/graph/analysis/onnx_inference.h"
#include "core/passes/graph_checks.h"
#include "core/passes/inference/inference_inputs.h"
#include "core/passes/inference/shape_inference.h"
#include "core/passes/inference/type_inference.h"

#include <algorithm>

namespace nervure {

namespace {

/// What NNVM's inference can be told beside the inputs has no meaning here.
Status refuseHints(const PassContext &context, const char *option)
{
    return listOption(context, option).empty()
               ? Status()
               : makeError("option-invalid",
                           "option {} is not for ONNX graphs, expected shapes of inputs alone",
                           option);
}

/// Values of the graph, their findings told.
std::vector<ValueType> infer(PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    OnnxValues found = inferOnnxValues(
        graph, context.ops, {context.inputs.shapes, context.inputs.dtypes}, context.control.cancel);
    const auto tell = [&context](const Diagnostics &findings) {
        context.diagnostics.insert(context.diagnostics.end(), findings.begin(), findings.end());
    };
    tell(found.warnings);
    for (const auto &[id, fault] : entryFaults(graph, context.semantics)) {
        context.diagnostics.push_back(fault);
    }
    tell(found.faults);
    return std::move(found.values);
}

/// What InferShape found where it ran before, which needs no second walk.
std::vector<ValueType> knownOrInferred(PassContext &context)
{
    const auto *known = context.analyses.find(keys::valueType, context.index);
    if (!known) {
        return infer(context);
    }
    std::vector<ValueType> values;
    for (const std::string &text : *known) {
        values.push_back(ValueType::fromText(text));
    }
    return values;
}

void warnOfInputsWithout(const char *what, const IndexedGraph &graph,
                         const std::vector<ValueType> &values, bool (*isUnknown)(const ValueType &),
                         Diagnostics &diagnostics)
{
    if (!hasErrors(diagnostics)) {
        warnOfUnknownInputs(graph, values, what, isUnknown, diagnostics);
    }
}

} // namespace

Status inferOnnxShapes(PassContext &context)
{
    RETURN_IF_FAILED(refuseHints(context, ShapeTraits::hintsOption));
    const std::vector<ValueType> values = infer(context);
    Shapes shapes;
    std::vector<std::string> texts;
    std::int64_t unknown = 0;
    for (const ValueType &value : values) {
        shapes.push_back(value.numbers());
        texts.push_back(value.text());
        const bool isShapeless = value.kind != ValueType::Kind::Unknown && !value.isTensor();
        unknown += value.hasShape() || isShapeless ? 0 : 1;
    }
    const auto hasNoShape = [](const ValueType &value) {
        return value.kind == ValueType::Kind::Unknown || (value.isTensor() && !value.shape);
    };
    warnOfInputsWithout(ShapeTraits::what, *context.index, values, hasNoShape, context.diagnostics);
    dropArguments<ShapeTraits>(context.analyses);
    context.analyses.set(keys::shapeUnknown, unknown);
    context.analyses.set(keys::shape, std::move(shapes), *context.index);
    context.analyses.set(keys::valueType, std::move(texts), *context.index);
    return {};
}

Status inferOnnxTypes(PassContext &context)
{
    RETURN_IF_FAILED(refuseHints(context, TypeTraits::hintsOption));
    DTypes types;
    std::int64_t unknown = 0;
    for (const ValueType &value : knownOrInferred(context)) {
        const bool isTyped = value.kind != ValueType::Kind::Unknown
                             && (!value.isTensor() || value.element != ElementType::Undefined);
        types.push_back(value.isTensor() ? toDType(value.element) : DType::Unknown);
        unknown += isTyped ? 0 : 1;
    }
    dropArguments<TypeTraits>(context.analyses);
    context.analyses.set(keys::dtypeUnknown, unknown);
    context.analyses.set(keys::dtype, std::move(types), *context.index);
    return {};
}

} // namespace nervure
