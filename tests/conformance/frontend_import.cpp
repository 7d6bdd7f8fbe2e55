// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/frontend_import.h"

#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/nnvm_node_facts.h"

namespace nervure::conformance {

using Json = nlohmann::json;

PassRun FrontendImport::importedAs(const Graph &model, bool isInferred) const
{
    InputFacts facts = m_facts;
    std::vector<PassRequest> passes{m_pass};
    if (isInferred) {
        passes.insert(passes.end(), {{"InferShape"}, {"InferType"}});
        for (const auto &[name, input] : m_oracle.at("inputs").items()) {
            learnInput(name, input, facts);
        }
        for (const Json &param : m_oracle.at("params")) {
            learnInput(param.at("name").get<std::string>(), param, facts);
        }
    }
    return runPasses(model, passes,
                     {.passes = m_context.builtins.passes,
                      .ops = m_context.builtins.ops,
                      .inputs = facts,
                      .semantics = Semantics::Exact});
}

Finding FrontendImport::graph(const PassRun &imported) const
{
    if (!imported.ok) {
        return differs(firstError(imported.diagnostics));
    }
    const auto saved = savedByNnvm(m_context.builtins, imported.graph);
    return saved ? findingOf(firstDifference(*saved, m_oracle.at("graph")))
                 : differs(saved.error().message);
}

Finding FrontendImport::names(const PassRun &imported) const
{
    if (!imported.ok) {
        return differs("there is no graph");
    }
    const Json found = namesJson(*imported.index);
    for (const char *key : {"input_names", "output_names"}) {
        std::string text = firstDifference(found.at(key), m_oracle.at(key));
        if (!text.empty()) {
            return differs(std::move(text));
        }
    }
    return agrees();
}

Finding FrontendImport::warnings(const PassRun &imported) const
{
    Json found = Json::array();
    for (const Diagnostic &diagnostic : imported.diagnostics) {
        if (diagnostic.code == "UserWarning") {
            found.push_back(diagnostic.message);
        }
    }
    return findingOf(firstDifference(found, m_oracle.value("warnings", Json::array())));
}

Finding FrontendImport::inference(const PassRun &inferred) const
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

Finding FrontendImport::values(const PassRun &inferred, TensorMap params, const Json &expected,
                               double tolerance) const
{
    if (!inferred.ok) {
        return differs("there is no graph");
    }
    if (const Status status = addInputs(m_oracle.at("inputs"), params); !status) {
        return differs(status.error().message);
    }
    std::erase_if(params, [&](const auto &item) { return !inferred.graph.findByName(item.first); });
    const auto results = m_context.device(inferred.graph, params, Semantics::Exact);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    return compareResults(*results, expected, tolerance);
}

} // namespace nervure::conformance
