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
    const PassRun imported = m_import.importedAs(graph, false);
    if (outcome != "ok") {
        m_report.check("refusals", [&] { return refusal(imported); });
        return;
    }
    m_report.check("lowered graph", [&] { return m_import.graph(imported); });
    m_report.check("import names", [&] { return m_import.names(imported); });
    m_report.check("messages", [&] { return m_import.warnings(imported); });
    const PassRun inferred = m_import.importedAs(graph, true);
    m_report.check("params", [&] { return params(inferred); });
    m_report.check("lowered shapes", [&] { return m_import.inference(inferred); });
    if (m_oracle.contains("outputs") || m_oracle.value("outputs_same_as_mxnet", false)) {
        m_report.check("lowered values", [&] { return values(inferred); });
    }
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

Finding MXNetImportCase::values(const PassRun &inferred) const
{
    const auto given = stored(inferred);
    if (!given) {
        return differs(given.error().message);
    }
    const Json &expected =
        m_oracle.contains("outputs") ? m_oracle.at("outputs") : m_oracle.at("mxnet").at("results");
    return m_import.values(inferred, *given, expected, nnvmTolerance);
}

} // namespace nervure::conformance
