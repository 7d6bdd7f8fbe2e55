// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inference/inference_pass.h"
#include "core/passes/inference/onnx_pass.h"
#include "core/passes/inference/type_inference.h"

#include <algorithm>

namespace nervure {

namespace {

/// `attrKey` is the attribute that decides; empty: none does.
DType typeOf(const Node &variable, const InputFacts &facts, const std::string &attrKey)
{
    const auto fact = facts.dtypes.find(variable.name);
    if (fact != facts.dtypes.end()) {
        return fact->second;
    }
    const bool isDecided = !attrKey.empty() && variable.attrs.find(attrKey) != nullptr;
    return isDecided ? DType::Unknown : facts.defaultType;
}

} // namespace

DType typeBeforeInference(const PassContext &context, const Node &variable)
{
    return typeOf(variable, context.inputs, variableAttribute<TypeTraits>(context).key);
}

void setDefaultTypes(const PassContext &context, DTypes &types)
{
    const std::string attrKey = variableAttribute<TypeTraits>(context).key;
    const IndexedGraph &graph = *context.index;
    const auto variables = graph.inputNodes();
    for (std::size_t i = 0; i < variables.size(); ++i) {
        // Nodes lie apart in memory: the one that comes soon is fetched ahead.
        const std::uint32_t soon = variables[std::min(i + 8, variables.size() - 1)];
        __builtin_prefetch(&graph.node(soon).node->attrs);
        DType &type = types[graph.entryId(variables[i], 0)];
        if (type == DType::Unknown) {
            type = typeOf(*graph.node(variables[i]).node, context.inputs, attrKey);
        }
    }
}

namespace {

Status runInferType(PassContext &context)
{
    if (hasValueTypes(context.graph.dialect())) {
        return inferOnnxTypes(context);
    }
    const auto takeAll = [](const IndexedGraph &, const DTypes &) { return Diagnostics(); };
    const auto infer = [&context](AttributeInference<TypeTraits> &inference, DTypes &types) {
        if (context.semantics == Semantics::Fixed) {
            inference.run();
        }
        setDefaultTypes(context, types);
        inference.run();
    };
    return inferByPass<TypeTraits>(context, context.inputs.dtypes, takeAll, infer);
}

} // namespace

void registerInferType(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "InferType";
    spec.summary = "finds the element type of every entry from the inputs, forward and backward";
    spec.provides = {"dtype", "dtype_num_unknown_nodes"};
    spec.options = {{TypeTraits::attrKeyOption,
                     "",
                     "the attribute of variables that holds their type; 'dtype' unless given",
                     {}},
                    {TypeTraits::hintsOption,
                     "",
                     "types that are known in the middle, as cast0=int8;split0:1=float64",
                     {}}};
    spec.takesFaultyGraphs = true;
    spec.run = runInferType;
    passes.add(std::move(spec));
}

} // namespace nervure
