// SPDX-License-Identifier: Apache-2.0
#include "core/engine/given_values.h"

#include "core/execution/known_elements.h"
#include "core/graph/keras_arrays.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/value/element_type.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <array>

namespace nervure {

namespace {

/// A variable as the model has it; unknown where it does not say.
struct Declared {
    Shape shape;
    DType type = DType::Unknown;

    [[nodiscard]] bool fits(const Tensor &tensor) const
    {
        return fitsShape(tensor.shape())
               && (type == DType::Unknown || type == tensor.type() || isTruth(tensor));
    }

private:
    /// ONNX's truth values are bytes, 0 or 1.
    [[nodiscard]] bool isTruth(const Tensor &tensor) const
    {
        return type == DType::Bool && tensor.type() == DType::UInt8;
    }
    /// A scalar and a row of one element stand for each other.
    [[nodiscard]] bool fitsShape(const Shape &given) const
    {
        const auto isOne = [](const Shape &any) { return any.isScalar() || any == Shape{1}; };
        Shape merged = shape;
        return (isOne(shape) && isOne(given)) || mergeShape(merged, given);
    }
};

/// What holds of the variables without their values. The facts of a parameter that was loaded are
/// its own shape and type, which must not speak for themselves.
InputFacts factsWithoutValues(const ExecutionRequest &request)
{
    InputFacts facts = request.facts;
    facts.defaultType = DType::Unknown;
    for (const std::string &name : request.loadedParams) {
        facts.shapes.erase(name);
        facts.dtypes.erase(name);
    }
    return facts;
}

/// The type that values of a variable are given in: graphs have no bfloat16, which ONNX's inputs may be of.
DType givenType(const Node &variable, DType inferred)
{
    const std::string *element =
        hasValueTypes(variable.dialect) ? variable.attrs.find(onnx_variable::elemType) : nullptr;
    return element && elementTypeNamed(*element) == ElementType::BFloat16 ? DType::Float32
                                                                          : inferred;
}

std::map<std::string, Declared> declaredVariables(const ExecutionRequest &request,
                                                  const Builtins &builtins)
{
    const std::array<PassRequest, 2> passes{PassRequest{"InferShape"}, PassRequest{"InferType"}};
    const PassRun run = runPasses(request.graph, passes,
                                  {.passes = builtins.passes,
                                   .ops = builtins.ops,
                                   .inputs = factsWithoutValues(request),
                                   .semantics = request.semantics});
    std::map<std::string, Declared> declared;
    if (!run.ok || !run.index) {
        // Without the values, rules may guess: NNVM takes expand_dims of something unknown for (1).
        return declared;
    }
    const Shapes *shapes = run.analyses.find(keys::shape, run.index);
    const DTypes *types = run.analyses.find(keys::dtype, run.index);
    if (!shapes) {
        return declared;
    }
    for (const std::uint32_t id : run.index->inputNodes()) {
        const std::uint32_t entry = run.index->entryId(id, 0);
        const Node &variable = *run.index->node(id).node;
        Shape shape = (*shapes)[entry];
        if (shape.size() > 0 && variable.attrs.find(openBatch)) {
            shape[0] = unknownSize;
        }
        declared[variable.name] = {std::move(shape),
                                   types ? givenType(variable, (*types)[entry]) : DType::Unknown};
    }
    return declared;
}

std::string typeText(const Shape &shape, DType type)
{
    return (type == DType::Unknown ? "" : std::string(dtypeName(type)) + ' ') + shapeText(shape);
}

Diagnostic mismatch(const ExecutionRequest &request, const std::string &name, const Tensor &tensor,
                    const Declared &declared)
{
    const Shape &shape = declared.shape.hasRank() ? declared.shape : tensor.shape();
    Diagnostic error = makeError(
        "value-mismatch", "found {} for {}, expected {}, as the model has it",
        typeText(tensor.shape(), tensor.type()), quoted(name), typeText(shape, declared.type));
    if (const auto file = request.valueFiles.find(name); file != request.valueFiles.end()) {
        error.where.file = file->second;
    }
    return error;
}

/// ONNX's inputs all have types; their elements may decide shapes.
void addElements(InputFacts &facts, const std::string &name, const Tensor &tensor)
{
    if (tensor.count() > static_cast<std::int64_t>(KnownElements::most)) {
        return;
    }
    if (auto elements = elementsOf(tensor)) {
        facts.elements[name] = std::move(elements);
    }
}

/// The number stands for all elements of what the model holds, which rules would take else.
void addNumber(InputFacts &facts, const std::string &name, const Tensor &held, double number)
{
    if (held.count() > static_cast<std::int64_t>(KnownElements::most)) {
        return;
    }
    Tensor filled = held;
    for (std::int64_t i = 0; i < filled.count(); ++i) {
        storeElement(filled.view(), i, number);
    }
    addElements(facts, name, filled);
}

Status checkVariable(const Graph &graph, const std::string &name)
{
    const auto id = graph.findByName(name);
    if (!id || !graph.node(*id).isVariable()) {
        return makeError("usage", "the model has no variable {} to give a value to", quoted(name));
    }
    return {};
}

} // namespace

Status checkGivenValues(const ExecutionRequest &request, const Builtins &builtins)
{
    for (const auto &[name, number] : request.constants) {
        RETURN_IF_FAILED(checkVariable(request.graph, name));
    }
    if (request.values.empty()) {
        return {};
    }
    const auto declared = declaredVariables(request, builtins);
    for (const auto &[name, tensor] : request.values) {
        RETURN_IF_FAILED(checkVariable(request.graph, name));
        const auto variable = declared.find(name);
        if (variable != declared.end() && !variable->second.fits(tensor)) {
            return mismatch(request, name, tensor, variable->second);
        }
    }
    return {};
}

InputFacts factsWithValues(const ExecutionRequest &request)
{
    InputFacts facts = request.facts;
    const bool takesElements = hasValueTypes(request.graph.dialect());
    for (const auto &[name, tensor] : request.values) {
        facts.shapes.emplace(name, tensor.shape());
        if (takesElements) {
            addElements(facts, name, tensor);
        } else {
            facts.dtypes.emplace(name, tensor.type());
        }
    }
    for (const auto &[name, number] : request.constants) {
        const auto held = takesElements ? request.weights.find(name) : request.weights.end();
        if (held != request.weights.end() && request.values.count(name) == 0) {
            addNumber(facts, name, held->second, number);
        }
    }
    return facts;
}

DeclaredVariable declaredVariable(const ExecutionRequest &request, const std::string &name,
                                  const Builtins &builtins)
{
    const auto declared = declaredVariables(request, builtins);
    const auto it = declared.find(name);
    return it == declared.end() ? DeclaredVariable()
                                : DeclaredVariable{it->second.shape, it->second.type};
}

} // namespace nervure
