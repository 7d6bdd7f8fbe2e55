// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/darknet_import_case.h"

#include "core/engine/imported_values.h"
#include "tests/conformance/darknet_arrays.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/sha256.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double nnvmTolerance = 1e-3; ///< of the largest element, as the oracles compare

std::string digestOf(const Tensor &tensor)
{
    const auto bytes = tensor.bytes();
    return sha256({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

} // namespace

void DarknetImportCase::run(const Graph &network)
{
    const PassRun imported = m_import.importedAs(network, false);
    if (m_oracle.at("outcome") != "ok") {
        m_report.check("refusals", [&] {
            return compareRefusal(imported, m_oracle.at("exception").get<std::string>(),
                                  m_oracle.at("message").get<std::string>());
        });
        return;
    }
    m_report.check("lowered graph", [&] { return m_import.graph(imported); });
    m_report.check("import names", [&] { return m_import.names(imported); });
    const auto order = darknetParams(network, m_context.builtins.ops);
    if (!order) {
        m_report.fail("params", order.error().message);
        return;
    }
    auto values = arrays(network, *order);
    m_report.check("params", [&] { return params(values, *order); });
    const PassRun inferred = m_import.importedAs(network, true);
    m_report.check("lowered shapes", [&] { return m_import.inference(inferred); });
    if (m_oracle.contains("outputs") && values) {
        const auto states = addInputs(m_oracle.value("initial_values", Json::object()), *values);
        m_report.check("lowered values", [&] {
            return states
                       ? m_import.values(inferred, *values, m_oracle.at("outputs"), nnvmTolerance)
                       : differs(states.error().message);
        });
    }
}

Result<TensorMap> DarknetImportCase::arrays(const Graph &network,
                                            const std::vector<DarknetParam> &params) const
{
    ASSIGN_OR_RETURN(const TensorMap known,
                     darknetArrays(m_context, m_oracle, network, Semantics::Exact));
    TensorMap values;
    for (const DarknetParam &param : params) {
        const auto source = known.find(network.node(param.source).name);
        if (source != known.end()) {
            values.insert_or_assign(param.name, source->second);
        } else {
            const auto count = static_cast<std::int64_t>(param.elements.size());
            ASSIGN_OR_RETURN(Tensor made, tensorOfElements(param.type, {count}, param.elements));
            values.insert_or_assign(param.name, std::move(made));
        }
    }
    return values;
}

/// Names in their order, types, shapes and bytes.
Finding DarknetImportCase::params(const Result<TensorMap> &found,
                                  const std::vector<DarknetParam> &order) const
{
    if (!found) {
        return differs(found.error().message);
    }
    Json made = Json::array();
    for (const DarknetParam &param : order) {
        const Tensor &tensor = found->at(param.name);
        made.push_back({{"name", param.name},
                        {"shape", tensor.shape()},
                        {"dtype", dtypeName(tensor.type())},
                        {"sha256", digestOf(tensor)}});
    }
    Json expected = Json::array();
    for (const Json &param : m_oracle.at("params")) {
        expected.push_back({{"name", param.at("name")},
                            {"shape", param.at("shape")},
                            {"dtype", param.at("dtype")},
                            {"sha256", param.at("sha256")}});
    }
    return findingOf(firstDifference(made, expected));
}

} // namespace nervure::conformance
