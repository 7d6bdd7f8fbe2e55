// SPDX-License-Identifier: Apache-2.0
#include "core/engine/given_values.h"

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
        return fitsShape(tensor.shape()) && (type == DType::Unknown || type == tensor.type());
    }

private:
    /// Dimensions of 0 are unknown.
    [[nodiscard]] bool fitsShape(const Shape &given) const
    {
        if (shape.empty()) {
            return true;
        }
        bool fits = shape.size() == given.size();
        for (std::size_t i = 0; fits && i < shape.size(); ++i) {
            fits = shape[i] == 0 || shape[i] == given[i];
        }
        return fits;
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
        declared[run.index->node(id).node->name] = {(*shapes)[entry],
                                                    types ? (*types)[entry] : DType::Unknown};
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
    const Shape &shape = declared.shape.empty() ? tensor.shape() : declared.shape;
    Diagnostic error = makeError(
        "value-mismatch", "found {} for {}, expected {}, as the model has it",
        typeText(tensor.shape(), tensor.type()), quoted(name), typeText(shape, declared.type));
    if (const auto file = request.valueFiles.find(name); file != request.valueFiles.end()) {
        error.where.file = file->second;
    }
    return error;
}

} // namespace

Status checkGivenValues(const ExecutionRequest &request, const Builtins &builtins)
{
    if (request.values.empty()) {
        return {};
    }
    const auto declared = declaredVariables(request, builtins);
    for (const auto &[name, tensor] : request.values) {
        const auto id = request.graph.findByName(name);
        if (!id || !request.graph.node(*id).isVariable()) {
            return makeError("usage", "the model has no variable {} to give a value to",
                             quoted(name));
        }
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
    for (const auto &[name, tensor] : request.values) {
        facts.shapes.emplace(name, tensor.shape());
        facts.dtypes.emplace(name, tensor.type());
    }
    return facts;
}

} // namespace nervure
