// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"
#include "core/passes/graph_checks.h"
#include "core/passes/type_inference.h"

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
    return typeOf(variable, context.inputs, variableAttribute<TypeTraits>(context));
}

void setDefaultTypes(const PassContext &context, DTypes &types)
{
    const std::string attrKey = variableAttribute<TypeTraits>(context);
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

Status inferTypes(PassContext &context, AttributeInference<TypeTraits> &inference, DTypes &types)
{
    if (context.semantics == Semantics::Exact) {
        setDefaultTypes(context, types);
        return inference.run();
    }
    if (Status status = inference.run(); !status) {
        return status;
    }
    setDefaultTypes(context, types);
    return inference.run();
}

Status run(PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    if (Status status = checkEntries(graph, context.semantics); !status) {
        return status;
    }
    DTypes types;
    if (Status status = startValues<TypeTraits>(context, context.inputs.dtypes, types); !status) {
        return status;
    }
    AttributeInference<TypeTraits> inference(context, types);
    if (Status status = inferTypes(context, inference, types); !status) {
        return status;
    }
    inference.reportContradictions(context.diagnostics);
    warnOfUnknownInputs(graph, types, "type", TypeTraits::isUnknown, context.diagnostics);
    dropArguments<TypeTraits>(context.analyses);
    context.analyses.set(keys::dtypeUnknown, static_cast<std::int64_t>(inference.unknownCount()));
    context.analyses.set(keys::dtype, std::move(types));
    return {};
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
    spec.run = run;
    passes.add(std::move(spec));
}

} // namespace nervure
