// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"
#include "core/passes/graph_checks.h"

namespace nervure {

namespace {

/// The rule of operators that have none: the first known type, outputs first, is everybody's.
void spreadFirstKnown(DTypes &in, DTypes &out)
{
    DType known = DType::Unknown;
    for (const DTypes *types : {&out, &in}) {
        for (const DType type : *types) {
            known = known == DType::Unknown ? type : known;
        }
    }
    if (known != DType::Unknown) {
        std::fill(in.begin(), in.end(), known);
        std::fill(out.begin(), out.end(), known);
    }
}

struct TypeTraits {
    using Value = DType;
    static constexpr Key<DTypes> key = keys::dtype;
    static constexpr Key<DTypes> inputsKey = keys::dtypeInputs;
    static constexpr const char *expected = "the number of an element type, 0 for float32";
    static constexpr const char *expectedHint = "NODE=float32";
    static constexpr const char *attrKeyOption = "dtype_attr_key";
    static constexpr const char *hintsOption = "dtype_hints";

    static DType unknown() { return DType::Unknown; }
    static std::optional<DType> fromHint(std::string_view text)
    {
        return dtypeFromName(trim(text));
    }
    static bool isUnknown(DType type) { return type == DType::Unknown; }
    static std::optional<DType> fromText(std::string_view text)
    {
        const auto code = leadingInteger(text);
        return code ? dtypeFromCode(*code) : std::nullopt;
    }
    static Status infer(const IndexedNode &node, Semantics semantics, DTypes &in, DTypes &out)
    {
        if (node.spec && node.spec->inferType) {
            return node.spec->inferType(node.rule(semantics), in, out);
        }
        if (node.spec) {
            spreadFirstKnown(in, out);
        }
        return {};
    }
};

/// Variables that neither the facts nor an attribute of their own decide.
void setDefaults(const PassContext &context, const std::string &attrKey, DTypes &types)
{
    const IndexedGraph &graph = *context.index;
    for (const std::uint32_t id : graph.inputNodes()) {
        const Node &node = *graph.node(id).node;
        DType &type = types[graph.entryId(id, 0)];
        const bool isDecided = context.inputs.dtypes.count(node.name) != 0
                               || (!attrKey.empty() && node.attrs.find(attrKey) != nullptr);
        if (type == DType::Unknown && !isDecided) {
            type = context.inputs.defaultType;
        }
    }
}

Status inferTypes(PassContext &context, AttributeInference<TypeTraits> &inference, DTypes &types)
{
    if (context.semantics == Semantics::Exact) {
        setDefaults(context, variableAttribute<TypeTraits>(context), types);
        return inference.run();
    }
    if (Status status = inference.run(); !status) {
        return status;
    }
    setDefaults(context, variableAttribute<TypeTraits>(context), types);
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
