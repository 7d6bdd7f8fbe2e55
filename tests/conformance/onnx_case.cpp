// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/onnx_case.h"

#include "core/formats/project/open_model.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/nnvm_node_facts.h"
#include "tests/conformance/onnx_weights_case.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double importTolerance = 2e-3; ///< of the largest element, as the oracles compare

bool isRefused(const Json &oracle)
{
    return oracle.at("outcome") != "ok";
}

} // namespace

void OnnxCase::run(const std::string &bytes, const std::filesystem::path &path)
{
    const auto loaded =
        m_context.format.read(bytes, {m_context.builtins.ops, Semantics::Exact, {}});
    m_report.check("read", [&] { return reading(bytes, loaded); });
    if (!loaded) {
        return;
    }
    const Graph &model = loaded->graph;
    m_report.check("round trip", [&] { return roundTrip(model, bytes); });
    const PassRun imported = importedAs(model, false);
    if (isRefused(m_oracle)) {
        m_report.check("refusals", [&] { return refusal(imported); });
        return;
    }
    m_report.check("lowered graph", [&] { return graph(imported); });
    m_report.check("import names", [&] { return names(imported); });
    m_report.check("messages", [&] { return messages(imported); });
    const auto params = readOnnxParams(model, bytes, path);
    m_report.check("params", [&] { return compareParams(params, m_oracle.at("params")); });
    const PassRun inferred = importedAs(model, true);
    m_report.check("lowered shapes", [&] { return inference(inferred); });
    if (m_oracle.contains("outputs")) {
        m_report.check("lowered values", [&] {
            return params ? values(inferred, tensorsOf(*params)) : differs(params.error().message);
        });
    }
}

Finding OnnxCase::reading(const std::string &bytes, const Result<LoadedGraph> &loaded) const
{
    const FormatSpec *sniffed =
        sniffFormat(bytes, m_context.builtins.formats, m_context.builtins.ops);
    if (sniffed != &m_context.format) {
        return differs("taken for " + (sniffed ? sniffed->title : "nothing"));
    }
    if (!loaded) {
        return differs(loaded.error().message);
    }
    const bool isFaulty = hasErrors(loaded->diagnostics) && !isRefused(m_oracle);
    return isFaulty ? differs(firstError(loaded->diagnostics)) : agrees();
}

Finding OnnxCase::roundTrip(const Graph &graph, const std::string &bytes) const
{
    Diagnostics found;
    const auto kept = m_context.format.writePreserving(
        graph, bytes, {m_context.builtins.ops, Semantics::Exact, {}}, found);
    if (!kept) {
        return differs(kept.error().message);
    }
    return *kept == bytes ? agrees() : differs("other bytes are saved than were opened");
}

PassRun OnnxCase::importedAs(const Graph &graph, bool isInferred) const
{
    InputFacts facts;
    std::vector<PassRequest> passes{{"ONNXToNNVM"}};
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

Finding OnnxCase::refusal(const PassRun &imported) const
{
    return compareRefusal(imported, m_oracle.at("exception").get<std::string>(),
                          m_oracle.at("message").get<std::string>());
}

Finding OnnxCase::graph(const PassRun &imported) const
{
    if (!imported.ok) {
        return differs(firstError(imported.diagnostics));
    }
    const auto saved = savedByNnvm(m_context.builtins, imported.graph);
    if (!saved) {
        return differs(saved.error().message);
    }
    return findingOf(firstDifference(*saved, m_oracle.at("graph")));
}

Finding OnnxCase::names(const PassRun &imported) const
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

/// Lines of Python's log, and what is printed.
Finding OnnxCase::messages(const PassRun &imported) const
{
    Json warnings = Json::array();
    std::string printed;
    for (const Diagnostic &found : imported.diagnostics) {
        if (found.code == "python-log") {
            warnings.push_back("WARNING: " + found.message);
        } else if (found.code == "python-print") {
            printed += (printed.empty() ? "" : "\n") + found.message;
        }
    }
    const std::string text = firstDifference(warnings, m_oracle.value("warnings", Json::array()));
    return findingOf(text.empty()
                         ? firstTextDifference(printed, m_oracle.value("printed", std::string()))
                         : text);
}

Finding OnnxCase::inference(const PassRun &inferred) const
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

Finding OnnxCase::values(const PassRun &inferred, const TensorMap &params) const
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
    return compareResults(*results, m_oracle.at("outputs"), importTolerance);
}

} // namespace nervure::conformance
