// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/darknet_arrays.h"

#include "core/formats/darknet/darknet_weights.h"
#include "core/support/file.h"
#include "tests/conformance/mxnet_values.h"

#include <cmath>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// An array's number at a fraction, scaled as the oracles' README says.
double scaledByKind(std::string_view name, const Shape &shape, double u)
{
    const auto endsIn = [name](std::string_view suffix) { return name.ends_with(suffix); };
    if (endsIn("_scales") || endsIn("_variance")) {
        return 0.75 + 0.5 * u;
    }
    if (!endsIn("_weights")) {
        return (2 * u - 1) * 0.1;
    }
    double fan = 1;
    for (std::size_t i = 1; i < shape.size(); ++i) {
        fan *= static_cast<double>(shape[i]);
    }
    return (2 * u - 1) * std::sqrt(6 / fan);
}

Result<TensorMap> formulaArrays(const FrontendContext &context, const Json &oracle,
                                const Graph &graph)
{
    const PassRun run = inferredDarknet(context, graph);
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    const std::string name = oracle.at("name").get<std::string>();
    TensorMap tensors;
    std::uint32_t position = 0;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable() || node.name == "data") {
            continue;
        }
        const Shape &shape = shapes[run.index->entryId(*run.index->find(id), 0)];
        ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(DType::Float32, shape));
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            tensor.elements<float>()[i] = static_cast<float>(
                scaledByKind(node.name, shape, formulaFraction(name, position++)));
        }
        tensors.emplace(node.name, std::move(tensor));
    }
    return tensors;
}

} // namespace

PassRun inferredDarknet(const FrontendContext &context, const Graph &graph)
{
    return runPasses(graph, std::vector<PassRequest>{{"InferShape"}, {"InferType"}},
                     {.passes = context.builtins.passes,
                      .ops = context.builtins.ops,
                      .semantics = Semantics::Fixed});
}

Result<TensorMap> darknetArrays(const FrontendContext &context, const Json &oracle,
                                const Graph &graph, Semantics semantics)
{
    if (oracle.value("weights_formula", false)) {
        return formulaArrays(context, oracle, graph);
    }
    const auto file = context.folder / oracle.at("weights").get<std::string>();
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file));
    Diagnostics found;
    ASSIGN_OR_RETURN(TensorMap tensors,
                     readDarknetWeights(bytes, graph, context.builtins.ops, found, semantics));
    // The last version reads files that were written for other sizes, and leaves the rest.
    const bool isOthers = semantics == Semantics::Fixed && oracle.contains("darknet_newer");
    if (!found.empty() && !isOthers) {
        return makeError("weights", found[0].message);
    }
    return tensors;
}

} // namespace nervure::conformance
