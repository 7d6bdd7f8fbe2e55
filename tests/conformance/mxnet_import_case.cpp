// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/mxnet_import_case.h"

#include "core/formats/tensors/mxnet_params.h"
#include "core/formats/tensors/tensor_file.h"
#include "core/support/file.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/nnvm_node_facts.h"
#include "tests/conformance/sha256.h"

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double nnvmTolerance = 1e-3; ///< of the largest element, as the oracles compare

const Diagnostic *errorOf(const PassRun &run)
{
    return run.steps.empty() ? nullptr : failureOf(run.steps.back());
}

std::string elementBytes(const Tensor &tensor)
{
    const auto bytes = tensor.bytes();
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace

void MXNetImportCase::run(const Graph &graph)
{
    const std::string outcome = m_oracle.at("outcome").get<std::string>();
    const PassRun imported = importedAs(graph, false);
    if (outcome != "ok") {
        m_report.check("refusals", [&] { return refusal(imported); });
        return;
    }
    m_report.check("lowered graph", [&] { return this->graph(imported); });
    m_report.check("import names", [&] { return names(imported); });
    const PassRun inferred = importedAs(graph, true);
    m_report.check("params", [&] { return params(inferred); });
    m_report.check("lowered shapes", [&] { return inference(inferred); });
    if (m_oracle.contains("outputs") || m_oracle.value("outputs_same_as_mxnet", false)) {
        m_report.check("lowered values", [&] { return values(inferred); });
    }
}

PassRun MXNetImportCase::importedAs(const Graph &graph, bool isInferred) const
{
    InputFacts facts;
    std::vector<PassRequest> passes{{"MXNetToNNVM"}};
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

Finding MXNetImportCase::refusal(const PassRun &imported) const
{
    const bool hangs = m_oracle.at("outcome") == "hangs";
    const std::string code = hangs ? "never-returns" : m_oracle.at("exception").get<std::string>();
    if (!hangs) {
        return compareRefusal(imported, code, m_oracle.at("message").get<std::string>());
    }
    const Diagnostic *error = errorOf(imported);
    return error && error->code == code ? agrees() : differs("something else, expected " + code);
}

Finding MXNetImportCase::graph(const PassRun &imported) const
{
    if (!imported.ok) {
        const Diagnostic *error = errorOf(imported);
        return differs(error ? error->where.node + ": " + error->message : "no reason is given");
    }
    const auto saved = savedByNnvm(m_context.builtins, imported.graph);
    if (!saved) {
        return differs(saved.error().message);
    }
    if (std::string text = firstDifference(*saved, m_oracle.at("graph")); !text.empty()) {
        return differs(text);
    }
    Json warnings = Json::array();
    for (const Diagnostic &found : imported.diagnostics) {
        if (found.code == "UserWarning") {
            warnings.push_back(found.message);
        }
    }
    return findingOf(firstDifference(warnings, m_oracle.value("warnings", Json::array())));
}

Finding MXNetImportCase::names(const PassRun &imported) const
{
    if (!imported.ok) {
        return differs("there is no graph");
    }
    const Json found = namesJson(*imported.index);
    const auto difference = [&](const char *key) {
        return firstDifference(found.at(key), m_oracle.at(key));
    };
    const std::string inputs = difference("input_names");
    return findingOf(inputs.empty() ? difference("output_names") : inputs);
}

Result<TensorMap> MXNetImportCase::stored(const PassRun &inferred) const
{
    TensorMap values;
    if (m_oracle.contains("params_file")) {
        const auto file = m_context.folder / m_oracle.at("params_file").get<std::string>();
        ASSIGN_OR_RETURN(const std::string bytes, readFile(file));
        ASSIGN_OR_RETURN(values, readTensorFile(bytes));
    }
    if (m_oracle.value("weights", "") == "formula") {
        RETURN_IF_FAILED(addFormulaWeights(inferred, values));
        for (const auto &[name, input] : m_oracle.at("inputs").items()) {
            values.erase(name);
        }
    }
    return values;
}

/// The names of a file's arrays in the order of the importer's dictionary: arguments, then auxiliary
/// states.
Result<Json> MXNetImportCase::storedNames() const
{
    const auto file = m_context.folder / m_oracle.at("params_file").get<std::string>();
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file));
    ASSIGN_OR_RETURN(const auto arrays, readMxnetArrays(bytes));
    Json names = Json::array();
    for (const std::string_view prefix : {"arg:", "aux:"}) {
        for (const MXNetArray &array : arrays) {
            if (array.name.starts_with(prefix)) {
                names.push_back(array.name.substr(prefix.size()));
            }
        }
    }
    return names;
}

/// Names, types, shapes and bytes of all parameters, and their order where a file has them.
Finding MXNetImportCase::params(const PassRun &inferred) const
{
    const auto values = stored(inferred);
    if (!values) {
        return differs(values.error().message);
    }
    Json found = Json::object();
    for (const auto &[name, tensor] : *values) {
        found[name] = {{"shape", tensor.shape()},
                       {"dtype", dtypeName(tensor.type())},
                       {"sha256", sha256(elementBytes(tensor))}};
    }
    Json expected = Json::object();
    for (const Json &param : m_oracle.at("params")) {
        expected[param.at("name").get<std::string>()] = {{"shape", param.at("shape")},
                                                         {"dtype", param.at("dtype")},
                                                         {"sha256", param.at("sha256")}};
    }
    if (std::string text = firstDifference(found, expected);
        !text.empty() || !m_oracle.contains("params_file")) {
        return findingOf(text);
    }
    const auto names = storedNames();
    if (!names) {
        return differs(names.error().message);
    }
    Json order = Json::array();
    for (const Json &param : m_oracle.at("params")) {
        order.push_back(param.at("name"));
    }
    return findingOf(firstDifference(*names, order));
}

Finding MXNetImportCase::inference(const PassRun &inferred) const
{
    if (m_oracle.contains("infer_error")) {
        return inferred.ok ? differs("no error, expected " + shortened(m_oracle.at("infer_error")))
                           : agrees();
    }
    if (!inferred.ok) {
        return differs(firstError(inferred.diagnostics));
    }
    for (const char *key : {"shape", "dtype", "shape_num_unknown_nodes"}) {
        if (!m_oracle.contains(key)) {
            continue;
        }
        const std::string text =
            firstDifference(analysisJson(inferred.analyses, key), m_oracle.at(key));
        if (!text.empty()) {
            return differs(std::string(key) + " " + text);
        }
    }
    return agrees();
}

Finding MXNetImportCase::values(const PassRun &inferred) const
{
    if (!inferred.ok) {
        return differs("there is no graph");
    }
    auto given = stored(inferred);
    if (!given) {
        return differs(given.error().message);
    }
    if (const Status status = addInputs(m_oracle.at("inputs"), *given); !status) {
        return differs(status.error().message);
    }
    std::erase_if(*given, [&](const auto &item) { return !inferred.graph.findByName(item.first); });
    const auto results = m_context.device(inferred.graph, *given, Semantics::Exact);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    const Json &expected =
        m_oracle.contains("outputs") ? m_oracle.at("outputs") : m_oracle.at("mxnet").at("results");
    return compareResults(*results, expected, nnvmTolerance);
}

} // namespace nervure::conformance
