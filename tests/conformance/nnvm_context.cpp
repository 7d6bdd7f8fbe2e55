// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_context.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"

#include "core/passes/graph_attributes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace nervure::conformance {

using Json = nlohmann::json;

PassRun NnvmContext::run(Graph graph, std::span<const PassRequest> passes, const InputFacts &facts,
                         const std::vector<GraphAttr> &attrs) const
{
    if (!attrs.empty()) {
        std::vector<GraphAttr> all = graph.attrs();
        for (const GraphAttr &attr : attrs) {
            std::erase_if(all, [&attr](const GraphAttr &old) { return old.name == attr.name; });
            all.push_back(attr);
        }
        graph.setAttrs(std::move(all));
    }
    PassEnvironment environment{builtins.passes, builtins.ops, facts};
    environment.addNeeded = false; // NNVM refuses
    return runPasses(std::move(graph), passes, environment);
}

Result<LoadedGraph> NnvmContext::load(const std::string &text) const
{
    return format.read(text, formatContext());
}

Graph NnvmContext::graphOf(const Json &json) const
{
    auto loaded = load(json.dump());
    if (!loaded) {
        throw std::runtime_error("a graph is refused: " + loaded.error().message);
    }
    return std::move(loaded->graph);
}

Json NnvmContext::jsonOf(const Graph &graph) const
{
    Diagnostics ignored;
    const auto written = format.write(graph, formatContext(), ignored);
    if (!written) {
        throw std::runtime_error("a graph is not written: " + written.error().message);
    }
    Json json = Json::parse(*written);
    json.erase("attrs");
    return json;
}

DType typeOf(const Json &name)
{
    return dtypeFromName(name.get<std::string>()).value_or(DType::Unknown);
}

InputFacts factsOf(const Json &oracle)
{
    InputFacts facts;
    const Json inputs = oracle.value("inputs", Json::object());
    for (const auto &[name, given] : inputs.items()) {
        facts.shapes[name] = shapeOfNnvm(given.at("shape").get<IntTuple>());
    }
    const Json names = oracle.value("input_names", Json::array());
    const Json shapes = oracle.value("shape_inputs", Json::array());
    for (std::size_t i = 0; i < shapes.size() && i < names.size(); ++i) {
        facts.shapes[names[i].get<std::string>()] = shapeOfNnvm(shapes[i].get<IntTuple>());
    }
    const Json types = oracle.value("dtype_inputs", Json::object());
    for (const auto &[name, type] : types.items()) {
        facts.dtypes[name] = typeOf(type);
    }
    return facts;
}

Json typeCodes(const DTypes &types)
{
    Json codes = Json::array();
    for (const DType type : types) {
        codes.push_back(dtypeCode(type));
    }
    return codes;
}

Json analysisJson(const Analyses &analyses, const std::string &name)
{
    for (const GraphAttr &attr : writeGraphAttributes(analyses)) {
        if (attr.name == name) {
            return Json::parse(attr.json);
        }
    }
    return {};
}

std::string firstError(const Diagnostics &diagnostics)
{
    const auto it = std::find_if(diagnostics.begin(), diagnostics.end(),
                                 [](const Diagnostic &d) { return d.severity == Severity::Error; });
    return it == diagnostics.end() ? "no error" : it->message;
}

const PassResult *stepOf(const PassRun &run, const std::string &pass)
{
    const auto it = std::find_if(run.steps.begin(), run.steps.end(),
                                 [&pass](const PassResult &step) { return step.name == pass; });
    return it == run.steps.end() ? nullptr : &*it;
}

} // namespace nervure::conformance
