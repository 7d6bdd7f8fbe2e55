// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/onnx_case.h"

#include "core/formats/project/open_model.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/frontend_import.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/onnx_weights_case.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double importTolerance = 2e-3; ///< of the largest element, as the oracles compare

bool refusesModel(const Json &oracle)
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
    const FrontendImport import(m_context, {"ONNXToNNVM"}, m_oracle);
    const PassRun imported = import.importedAs(model, false);
    if (refusesModel(m_oracle)) {
        m_report.check("refusals", [&] { return refusal(imported); });
        return;
    }
    m_report.check("lowered graph", [&] { return import.graph(imported); });
    m_report.check("import names", [&] { return import.names(imported); });
    m_report.check("messages", [&] { return messages(imported); });
    const auto params = readOnnxParams(model, bytes, path);
    m_report.check("params", [&] { return compareParams(params, m_oracle.at("params")); });
    const PassRun inferred = import.importedAs(model, true);
    m_report.check("lowered shapes", [&] { return import.inference(inferred); });
    if (m_oracle.contains("outputs")) {
        m_report.check("lowered values", [&] {
            return params ? import.values(inferred, tensorsOf(*params), m_oracle.at("outputs"),
                                          importTolerance)
                          : differs(params.error().message);
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
    const bool isFaulty = hasErrors(loaded->diagnostics) && !refusesModel(m_oracle);
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

Finding OnnxCase::refusal(const PassRun &imported) const
{
    return compareRefusal(imported, m_oracle.at("exception").get<std::string>(),
                          m_oracle.at("message").get<std::string>());
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

} // namespace nervure::conformance
