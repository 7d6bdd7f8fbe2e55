// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/keras_import_case.h"

#include "core/engine/imported_values.h"
#include "core/passes/conversion/keras/from_keras.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/frontend_import.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/sha256.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double kerasImportTolerance = 1e-3; ///< of the largest element, as the oracles compare

/// Images with channels second.
Json imagesTurned(Json inputs)
{
    for (auto &[name, input] : inputs.items()) {
        const auto shape = input.at("shape").get<std::vector<std::size_t>>();
        if (shape.size() != 4) {
            continue;
        }
        input["shape"] = {shape[0], shape[3], shape[1], shape[2]};
        if (!input.contains("data")) {
            continue;
        }
        const Json data = input.at("data");
        Json turned = Json::array();
        for (std::size_t n = 0; n < shape[0]; ++n) {
            for (std::size_t c = 0; c < shape[3]; ++c) {
                for (std::size_t i = 0; i < shape[1] * shape[2]; ++i) {
                    turned.push_back(data[(n * shape[1] * shape[2] + i) * shape[3] + c]);
                }
            }
        }
        input["data"] = std::move(turned);
    }
    return inputs;
}

Finding compareParams(const std::vector<KerasParam> &params, const Graph &graph,
                      const TensorMap &given, const Json &expected, TensorMap &values)
{
    Json made = Json::array();
    Json wanted = Json::array();
    for (const KerasParam &param : params) {
        Json facts{{"name", param.name}, {"shape", param.shape}, {"dtype", "float32"}};
        const auto source =
            param.source.isValid() ? given.find(graph.node(param.source).name) : given.end();
        auto tensor = source == given.end() ? Tensor::zeros(DType::Float32, param.shape)
                                            : kerasParamValue(param, source->second);
        if (!tensor) {
            return differs(tensor.error().message);
        }
        const auto bytes = tensor->bytes();
        facts["sha256"] = sha256({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
        values.insert_or_assign(param.name, std::move(*tensor));
        made.push_back(std::move(facts));
    }
    for (const Json &param : expected) {
        Json facts = param;
        facts.erase("data");
        if (!facts.contains("sha256")) { // of a structure
            facts["dtype"] = "float32";
            facts["sha256"] =
                made.size() > wanted.size() ? made[wanted.size()].at("sha256") : Json();
        }
        wanted.push_back(std::move(facts));
    }
    return findingOf(firstDifference(made, wanted));
}

/// The same layers as a graph of them, which from_keras takes.
Graph asFunctional(Graph graph)
{
    auto attrs = graph.attrs();
    for (GraphAttr &attr : attrs) {
        if (attr.name == "class_name") {
            attr.json = "\"Model\"";
        }
    }
    graph.setAttrs(std::move(attrs));
    return graph;
}

} // namespace

void KerasImportCase::run(const Graph &graph, const TensorMap &given, bool hasValues)
{
    if (m_oracle.at("outcome") == "ok") {
        runImport(graph, m_oracle, given, hasValues);
        return;
    }
    if (m_oracle.at("outcome") == "rejected") {
        m_report.check("refusals", [&] {
            const PassRun imported =
                FrontendImport(m_context, {"KerasToNNVM"}, m_oracle).importedAs(graph, false);
            return compareRefusal(imported, m_oracle.at("exception").get<std::string>(),
                                  m_oracle.at("message").get<std::string>());
        });
    }
    if (m_oracle.contains("as_functional") && m_oracle.at("as_functional").at("outcome") == "ok") {
        Json oracle = m_oracle.at("as_functional");
        oracle["inputs"] = m_oracle.at("inputs");
        if (oracle.at("input_names").size() == 1) { // some files do not name it
            const auto name = oracle.at("input_names")[0].get<std::string>();
            if (graph.findByName(name)) {
                runImport(asFunctional(graph), oracle, given, hasValues);
            }
        }
    }
}

void KerasImportCase::runImport(const Graph &graph, const Json &record, const TensorMap &given,
                                bool hasValues)
{
    Json oracle = record;
    oracle["inputs"] = imagesTurned(record.at("inputs"));
    const FrontendImport import(m_context, {"KerasToNNVM"}, oracle);
    const PassRun imported = import.importedAs(graph, false);
    m_report.check("lowered graph", [&] { return import.graph(imported); });
    m_report.check("import names", [&] { return import.names(imported); });
    const auto params = kerasParams(graph, m_context.builtins.ops, m_context.builtins.passes);
    if (!params) {
        m_report.fail("params", params.error().message);
        return;
    }
    TensorMap values;
    if (hasValues || !m_oracle.contains("h5")) {
        m_report.check("params", [&] {
            return compareParams(*params, graph, given, oracle.at("params"), values);
        });
    }
    const PassRun inferred = import.importedAs(graph, true);
    m_report.check("lowered shapes", [&] { return import.inference(inferred); });
    if (hasValues && oracle.contains("outputs") && !oracle.at("outputs").is_null()) {
        m_report.check("lowered values", [&] {
            return import.values(inferred, values, oracle.at("outputs"), kerasImportTolerance);
        });
    }
}

} // namespace nervure::conformance
