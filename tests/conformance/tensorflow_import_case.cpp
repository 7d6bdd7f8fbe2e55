// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/tensorflow_import_case.h"

#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/nnvm_node_facts.h"

#include <cmath>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double nnvmTolerance = 1e-3; ///< of the largest element, as the oracles compare

TensorFlowArguments argumentsOf(const Json &oracle)
{
    TensorFlowArguments arguments;
    arguments.layout = oracle.value("argument_layout", arguments.layout);
    arguments.outputs = oracle.value("argument_outputs", arguments.outputs);
    const Json shapes = oracle.value("argument_shape", Json::object());
    for (const auto &[name, shape] : shapes.items()) {
        arguments.shapes[name] = shape.get<std::vector<std::int64_t>>();
    }
    return arguments;
}

Tensor tensorOf(const TensorFlowParam &param, const TensorMap &weights)
{
    const auto weight = weights.find(param.name);
    if (!param.isMade && weight != weights.end()) {
        return weight->second;
    }
    Tensor tensor = *Tensor::zeros(computableType(param.type), param.shape);
    for (std::int64_t i = 0; param.elements && i < tensor.count(); ++i) {
        storeElement(tensor.view(), i, (*param.elements)[static_cast<std::size_t>(i)]);
    }
    return tensor;
}

/// What is returned, without running the pass: the graph is a copy.
Result<std::vector<TensorFlowParam>> paramsOf(const Builtins &builtins, Graph graph,
                                              const TensorFlowArguments &arguments)
{
    Diagnostics found;
    auto index = IndexedGraph::build(graph, builtins.ops, found);
    Analyses analyses;
    Provenance provenance;
    PassContext context{graph,        analyses,
                        provenance,   found,
                        builtins.ops, {},
                        {},           Semantics::Exact,
                        {},           index ? *index : nullptr,
                        {},           &builtins.passes};
    return importTensorFlow(context, arguments);
}

std::string valueDifference(const Tensor &tensor, const Json &expected)
{
    if (!expected.contains("data")) {
        return {};
    }
    const Json &data = expected.at("data");
    if (static_cast<std::int64_t>(data.size()) != tensor.count()) {
        return "another number of values";
    }
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        const double found = elementAsDouble(tensor.view(), i);
        const double wanted = numberOf(data[static_cast<std::size_t>(i)]);
        if (static_cast<float>(found) != static_cast<float>(wanted)
            && !(std::isnan(found) && std::isnan(wanted))) {
            return "value " + std::to_string(i) + " is another one";
        }
    }
    return {};
}

} // namespace

void TensorFlowImportCase::run(const Graph &graph, const std::string &bytes)
{
    const PassRun imported = importedAs(graph, false);
    if (m_oracle.at("outcome") != "ok") {
        m_report.check("refusals", [&] { return refusal(imported); });
        return;
    }
    m_report.check("lowered graph", [&] { return this->graph(imported); });
    m_report.check("import names", [&] { return names(imported); });
    m_report.check("messages", [&] { return messages(imported); });
    const auto file = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), {});
    const auto weights = file ? readWeightTensors(*file, {}) : Result<TensorMap>(file.error());
    const auto params = paramsOf(m_context.builtins, graph, argumentsOf(m_oracle));
    m_report.check("params", [&] {
        return weights ? this->params(params, *weights) : differs(weights.error().message);
    });
    const PassRun inferred = importedAs(graph, true);
    m_report.check("lowered shapes", [&] { return inference(inferred); });
    if (m_oracle.contains("outputs")) {
        m_report.check("lowered values", [&] {
            if (!params || !weights) {
                return differs("there are no parameters");
            }
            TensorMap tensors;
            for (const TensorFlowParam &param : *params) {
                tensors.insert_or_assign(param.name, tensorOf(param, *weights));
            }
            return values(inferred, tensors);
        });
    }
}

PassRun TensorFlowImportCase::importedAs(const Graph &graph, bool isInferred) const
{
    const TensorFlowArguments arguments = argumentsOf(m_oracle);
    InputFacts facts;
    std::vector<PassRequest> passes{
        {"TensorFlowToNNVM",
         {{"layout", arguments.layout}, {"outputs", join(arguments.outputs, ";")}}}};
    for (const auto &[name, shape] : arguments.shapes) {
        facts.shapes[name] = Shape(shape);
    }
    if (isInferred) {
        passes.insert(passes.end(), {{"InferShape"}, {"InferType"}});
        for (const auto &[name, input] : m_oracle.at("inputs").items()) {
            learnInput(name, input, facts);
        }
        for (const Json &param : m_oracle.at("params")) {
            learnInput(param.at("name").get<std::string>(), param, facts);
        }
    }
    return runPasses(graph, passes,
                     {.passes = m_context.builtins.passes,
                      .ops = m_context.builtins.ops,
                      .inputs = facts,
                      .semantics = Semantics::Exact});
}

/// Where there is no exception, None is returned.
Finding TensorFlowImportCase::refusal(const PassRun &imported) const
{
    const Json &exception = m_oracle.at("exception");
    return compareRefusal(imported,
                          exception.is_string() ? exception.get<std::string>() : "NoneType",
                          m_oracle.at("message").get<std::string>());
}

Finding TensorFlowImportCase::graph(const PassRun &imported) const
{
    if (!imported.ok) {
        return differs(firstError(imported.diagnostics));
    }
    const auto saved = savedByNnvm(m_context.builtins, imported.graph);
    return saved ? findingOf(firstDifference(*saved, m_oracle.at("graph")))
                 : differs(saved.error().message);
}

Finding TensorFlowImportCase::names(const PassRun &imported) const
{
    if (!imported.ok) {
        return differs("there is no graph");
    }
    const Json found = namesJson(*imported.index);
    for (const char *key : {"input_names", "output_names"}) {
        const std::string text = firstDifference(found.at(key), m_oracle.at(key));
        if (!text.empty()) {
            return differs(text);
        }
    }
    return agrees();
}

Finding TensorFlowImportCase::messages(const PassRun &imported) const
{
    Json warnings = Json::array();
    for (const Diagnostic &found : imported.diagnostics) {
        if (found.code == "UserWarning") {
            warnings.push_back(found.message);
        }
    }
    return findingOf(firstDifference(warnings, m_oracle.value("warnings", Json::array())));
}

Finding TensorFlowImportCase::inference(const PassRun &inferred) const
{
    if (m_oracle.contains("infer_error")) {
        return inferred.ok ? differs("no error, expected " + shortened(m_oracle.at("infer_error")))
                           : agrees();
    }
    if (!inferred.ok) {
        return differs(firstError(inferred.diagnostics));
    }
    for (const char *key : {"shape", "dtype"}) {
        const std::string text =
            firstDifference(analysisJson(inferred.analyses, key), m_oracle.at(key));
        if (!text.empty()) {
            return differs(std::string(key) + " " + text);
        }
    }
    return agrees();
}

Finding TensorFlowImportCase::params(const Result<std::vector<TensorFlowParam>> &params,
                                     const TensorMap &weights) const
{
    if (!params) {
        return differs(params.error().message);
    }
    const Json &expected = m_oracle.at("params");
    if (params->size() != expected.size()) {
        return differs(std::to_string(params->size()) + " parameters, expected "
                       + std::to_string(expected.size()));
    }
    for (std::size_t i = 0; i < params->size(); ++i) {
        const TensorFlowParam &param = (*params)[i];
        const Json facts{
            {"name", param.name},
            {"shape", std::vector<std::int64_t>(param.shape.begin(), param.shape.end())},
            {"dtype", elementTypeName(param.type)}};
        Json wanted = expected[i];
        wanted.erase("data");
        wanted.erase("sha256");
        std::string text = firstDifference(facts, wanted);
        text = text.empty() ? valueDifference(tensorOf(param, weights), expected[i]) : text;
        if (!text.empty()) {
            return differs(param.name + ": " + text);
        }
    }
    return agrees();
}

Finding TensorFlowImportCase::values(const PassRun &inferred, const TensorMap &params) const
{
    if (!inferred.ok) {
        return differs("there is no graph");
    }
    TensorMap given = params;
    if (const Status status = addInputs(m_oracle.at("inputs"), given); !status) {
        return differs(status.error().message);
    }
    std::erase_if(given, [&](const auto &item) { return !inferred.graph.findByName(item.first); });
    const auto results = m_context.device(inferred.graph, given, Semantics::Exact);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    return compareResults(*results, m_oracle.at("outputs"), nnvmTolerance);
}

} // namespace nervure::conformance
