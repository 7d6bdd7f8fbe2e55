// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_inference.h"

#include "core/passes/graph_attributes.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

std::string undeclaredOperator(const NnvmContext &context, const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const bool isOurs = node.isVariable() || context.builtins.ops.find(node) != nullptr;
        if (!isOurs && context.nnvmOps.count(node.op) != 0) {
            return node.op;
        }
    }
    return {};
}

InputFacts factsOf(const Json &oracle)
{
    InputFacts facts;
    const Json inputs = oracle.value("inputs", Json::object());
    for (const auto &[name, given] : inputs.items()) {
        facts.shapes[name] = given["shape"].get<Shape>();
    }
    const Json names = oracle.value("input_names", Json::array());
    const Json shapes = oracle.value("shape_inputs", Json::array());
    for (std::size_t i = 0; i < shapes.size() && i < names.size(); ++i) {
        facts.shapes[names[i].get<std::string>()] = shapes[i].get<Shape>();
    }
    const Json types = oracle.value("dtype_inputs", Json::object());
    for (const auto &[name, type] : types.items()) {
        facts.dtypes[name] = dtypeFromName(type.get<std::string>()).value_or(DType::Unknown);
    }
    return facts;
}

PassRun initialState(Graph graph)
{
    PassRun state;
    state.graph = std::move(graph);
    return state;
}

PassRun runPass(const NnvmContext &context, const PassRun &state, const std::string &pass,
                const InputFacts &facts)
{
    Graph graph = state.graph;
    std::vector<GraphAttr> attrs = graph.attrs();
    for (GraphAttr &attr : writeGraphAttributes(state.analyses)) {
        std::erase_if(attrs, [&attr](const GraphAttr &old) { return old.name == attr.name; });
        attrs.push_back(std::move(attr));
    }
    graph.setAttrs(std::move(attrs));
    const std::vector<PassRequest> requests{{pass}};
    const PassEnvironment environment{context.builtins.passes, context.builtins.ops, facts};
    PassRun run = runPasses(std::move(graph), requests, environment);
    run.graph = state.graph;
    return run;
}

Json typeCodes(const DTypes &types)
{
    Json codes = Json::array();
    for (const DType type : types) {
        codes.push_back(dtypeCode(type));
    }
    return codes;
}

std::string firstError(const Diagnostics &diagnostics)
{
    const auto it = std::find_if(diagnostics.begin(), diagnostics.end(),
                                 [](const Diagnostic &d) { return d.severity == Severity::Error; });
    return it == diagnostics.end() ? "no error" : it->message;
}

} // namespace nervure::conformance
