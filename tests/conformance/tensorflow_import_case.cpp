// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/tensorflow_import_case.h"
#include "core/graph/nnvm_shape.h"

#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/frontend_import.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"

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

PassRequest requestOf(const TensorFlowArguments &arguments)
{
    return {"TensorFlowToNNVM",
            {{"layout", arguments.layout}, {"outputs", join(arguments.outputs, ";")}}};
}

InputFacts factsOf(const TensorFlowArguments &arguments)
{
    InputFacts facts;
    for (const auto &[name, shape] : arguments.shapes) {
        facts.shapes[name] = shapeOfNnvm(shape);
    }
    return facts;
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
    const TensorFlowArguments arguments = argumentsOf(m_oracle);
    const FrontendImport import(m_context, requestOf(arguments), m_oracle, factsOf(arguments));
    const PassRun imported = import.importedAs(graph, false);
    if (m_oracle.at("outcome") != "ok") {
        m_report.check("refusals", [&] { return refusal(imported); });
        return;
    }
    m_report.check("lowered graph", [&] { return import.graph(imported); });
    m_report.check("import names", [&] { return import.names(imported); });
    m_report.check("messages", [&] { return import.warnings(imported); });
    const auto file = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), {});
    const auto weights = file ? readWeightTensors(*file, {}) : Result<TensorMap>(file.error());
    const auto params =
        tensorFlowParams(graph, m_context.builtins.ops, m_context.builtins.passes, arguments);
    m_report.check("params", [&] {
        return weights ? this->params(params, *weights) : differs(weights.error().message);
    });
    const PassRun inferred = import.importedAs(graph, true);
    m_report.check("lowered shapes", [&] { return import.inference(inferred); });
    if (m_oracle.contains("outputs")) {
        m_report.check("lowered values", [&] {
            if (!params || !weights) {
                return differs("there are no parameters");
            }
            TensorMap tensors;
            for (const TensorFlowParam &param : *params) {
                tensors.insert_or_assign(param.name, tensorOf(param, *weights));
            }
            return import.values(inferred, tensors, m_oracle.at("outputs"), nnvmTolerance);
        });
    }
}

/// Where there is no exception, None is returned.
Finding TensorFlowImportCase::refusal(const PassRun &imported) const
{
    const Json &exception = m_oracle.at("exception");
    return compareRefusal(imported,
                          exception.is_string() ? exception.get<std::string>() : "NoneType",
                          m_oracle.at("message").get<std::string>());
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

} // namespace nervure::conformance
