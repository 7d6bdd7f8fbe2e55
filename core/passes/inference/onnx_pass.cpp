// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inference/onnx_pass.h"

#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/dialect_titles.h"
#include "core/passes/graph_checks.h"
#include "core/passes/inference/inference_inputs.h"
#include "core/passes/inference/shape_inference.h"
#include "core/passes/inference/type_inference.h"

#include <algorithm>

namespace nervure {

namespace {

/// Hints for nodes are for the inference of NNVM's operators alone.
Status refuseHints(const PassContext &context, const char *option)
{
    return listOption(context, option).empty()
               ? Status()
               : makeError("option-invalid",
                           "option {} is not for graphs of {}, expected shapes of inputs alone",
                           option, dialectTitle(context.graph.dialect()));
}

/// Values of the graph, their findings told.
OnnxValues infer(PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    OnnxFacts facts{context.inputs.shapes, context.inputs.dtypes};
    facts.sizes = context.inputs.sizes;
    OnnxValues found = inferOnnxValues(graph, context.ops, facts, context.control.cancel);
    const auto tell = [&context](const Diagnostics &findings) {
        context.diagnostics.insert(context.diagnostics.end(), findings.begin(), findings.end());
    };
    tell(found.warnings);
    for (const auto &[id, fault] : entryFaults(graph, context.semantics)) {
        context.diagnostics.push_back(fault);
    }
    tell(found.faults);
    return found;
}

void warnOfInputsWithout(const char *what, const IndexedGraph &graph, const ValueTypes &values,
                         bool (*isUnknown)(const ValueType &), Diagnostics &diagnostics)
{
    if (!hasErrors(diagnostics)) {
        warnOfUnknownInputs(graph, values, what, isUnknown, diagnostics);
    }
}

} // namespace

Status inferOnnxShapes(PassContext &context)
{
    RETURN_IF_FAILED(refuseHints(context, ShapeTraits::hintsOption));
    OnnxValues found = infer(context);
    ValueTypes &values = found.values;
    Shapes shapes;
    shapes.reserve(values.size());
    std::int64_t unknown = 0;
    for (const ValueType &value : values) {
        shapes.push_back(value.numbers());
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
    context.analyses.erase(keys::declared.name);
    if (!found.declared.empty()) {
        context.analyses.set(keys::declared, std::move(found.declared), *context.index);
    }
    context.analyses.set(keys::valueType, std::move(values), *context.index);
    return {};
}

Status inferOnnxTypes(PassContext &context)
{
    RETURN_IF_FAILED(refuseHints(context, TypeTraits::hintsOption));
    // What InferShape found where it ran before needs no second walk.
    const ValueTypes *known = context.analyses.find(keys::valueType, context.index);
    const ValueTypes inferred = known ? ValueTypes() : infer(context).values;
    DTypes types;
    std::int64_t unknown = 0;
    for (const ValueType &value : known ? *known : inferred) {
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
