// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_error_case.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"

#include "core/graph/check/finding_list.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/expected_warnings.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// What NNVM refuses on load and this program reads anyway, with a warning.
constexpr std::array<const char *, 5> readAnyway{"field-unknown", "tag-unknown", "json-escape",
                                                 "json-bytes", "op-unknown"};

/// How far a case came, and what was said on the way.
struct Outcome {
    std::string failedIn; ///< empty when all stages passed
    Diagnostics found;    ///< of all stages that were begun
    std::optional<Graph> graph;
    Json saved;
    PassRun run;
};

InputFacts factsOfCase(const Json &errorCase)
{
    InputFacts facts;
    const Json shapes = errorCase.value("shapes", Json::object());
    for (const auto &[name, shape] : shapes.items()) {
        facts.shapes[name] = shapeOfNnvm(shape.get<IntTuple>());
    }
    for (const char *key : {"dtypes", "dtype_inputs"}) {
        const Json types = errorCase.value(key, Json::object());
        for (const auto &[name, type] : types.items()) {
            facts.dtypes[name] = typeOf(type);
        }
    }
    return facts;
}

class Stages {
public:
    Stages(const NnvmContext &context, const Json &errorCase)
        : m_context(context),
          m_case(errorCase)
    {}

    Outcome run()
    {
        std::vector<PassRequest> passes;
        for (const Json &stage : m_case.at("passes")) {
            const auto name = stage.get<std::string>();
            if (name == "LoadJSON" || name == "SaveJSON") {
                if (!(name == "LoadJSON" ? load() : save())) {
                    m_outcome.failedIn = name;
                    return std::move(m_outcome);
                }
            } else {
                passes.push_back({name});
            }
        }
        if (!passes.empty()) {
            runPasses(passes);
        }
        return std::move(m_outcome);
    }

private:
    void add(const Diagnostics &found)
    {
        m_outcome.found.insert(m_outcome.found.end(), found.begin(), found.end());
    }

    bool load()
    {
        auto loaded = m_context.load(m_case.at("graph_json").get<std::string>());
        add(loaded ? eachFinding(loaded->diagnostics, loaded->graph) : Diagnostics{loaded.error()});
        if (loaded) {
            m_outcome.graph = std::move(loaded->graph);
        }
        return !hasErrors(m_outcome.found);
    }

    bool save()
    {
        Diagnostics found;
        const auto written =
            m_context.format.write(*m_outcome.graph, m_context.formatContext(), found);
        add(found);
        if (!written) {
            add({written.error()});
            return false;
        }
        m_outcome.saved = Json::parse(*written, nullptr, false);
        return !hasErrors(found);
    }

    void runPasses(const std::vector<PassRequest> &passes)
    {
        std::vector<GraphAttr> attrs;
        if (m_case.contains("shape_list")) {
            attrs.push_back({"shape_inputs", "list_shape", m_case["shape_list"].dump()});
        }
        m_outcome.run = m_context.run(*m_outcome.graph, passes, factsOfCase(m_case), attrs);
        add(m_outcome.run.diagnostics);
        if (!m_outcome.run.ok) {
            m_outcome.failedIn = m_outcome.run.steps.back().name;
        }
    }

    const NnvmContext &m_context;
    const Json &m_case;
    Outcome m_outcome;
};

std::string compareResults(const Outcome &outcome, const Json &expected)
{
    if (!outcome.failedIn.empty()) {
        return outcome.failedIn + " fails (" + firstError(outcome.found) + "), expected success";
    }
    if (expected.contains("saved")) {
        const std::string difference = firstDifference(outcome.saved, expected["saved"]);
        if (!difference.empty()) {
            return "saved " + difference;
        }
    }
    for (const char *key : {"shape", "shape_num_unknown_nodes", "dtype", "storage_id"}) {
        if (expected.contains(key)) {
            const std::string difference =
                firstDifference(analysisJson(outcome.run.analyses, key), expected[key]);
            if (!difference.empty()) {
                return std::string(key) + " " + difference;
            }
        }
    }
    return {};
}

std::string compareWarnings(const NnvmContext &context, const Outcome &outcome,
                            const Json &expected)
{
    const auto text = expected.at("graph_json").get<std::string>();
    for (const std::string &code : expectedWarnings(context, text, *outcome.graph, &outcome.run)) {
        const bool isWarned =
            std::any_of(outcome.found.begin(), outcome.found.end(),
                        [&code](const Diagnostic &found) { return found.code == code; });
        if (!isWarned) {
            return "no warning '" + code + "' is given";
        }
    }
    return {};
}

/// Where an error may be: the node with the fault, or the one that NNVM's message names. A node
/// without a name is told by its number.
bool isAtFault(const Diagnostic &found, const Json &expected)
{
    const Json fault = expected.value("fault", Json::object());
    if (!fault.contains("node") || fault["node"].is_null()) {
        return true;
    }
    const std::string &node = found.where.node;
    if (node.empty()) {
        return found.message.starts_with("node " + fault["node"].dump());
    }
    const auto message = expected.value("message", "");
    return node == fault.value("node_name", "")
           || message.find("operator " + node + ":") != std::string::npos
           || message.find("node " + node + " ") != std::string::npos;
}

/// At least one finding that stands for NNVM's refusal, at a stage no later than NNVM's.
std::string compareRefusal(const Outcome &outcome, const Json &expected)
{
    const auto stage = expected.at("failed_in").get<std::string>();
    const bool isLoad = stage == "LoadJSON";
    const auto stands = [&](const Diagnostic &found) {
        const bool isMention =
            isLoad
            && std::find(readAnyway.begin(), readAnyway.end(), found.code) != readAnyway.end();
        return found.severity == Severity::Error || isMention;
    };
    const auto it = std::find_if(outcome.found.begin(), outcome.found.end(), stands);
    const std::string wanted =
        ", expected " + stage + " to fail: " + expected.value("message", "").substr(0, 120);
    if (it == outcome.found.end()) {
        return "no error is given" + wanted;
    }
    const bool isSame = outcome.failedIn == stage || isLoad;
    if (!isSame && expected.at("outcome") != "process died") {
        return outcome.failedIn + " fails (" + it->message + ")" + wanted;
    }
    const bool isThere =
        std::any_of(outcome.found.begin(), outcome.found.end(), [&](const Diagnostic &found) {
            return stands(found) && isAtFault(found, expected);
        });
    return isThere ? ""
                   : "the error '" + it->message + "' is at node '" + it->where.node
                         + "', expected node '" + expected["fault"].value("node_name", "") + "'";
}

} // namespace

void runNnvmErrorCase(const NnvmContext &context, const Json &errorCase, FileReport &report)
{
    report.check("errors", [&] {
        const Outcome outcome = Stages(context, errorCase).run();
        if (errorCase.at("outcome") != "ok") {
            return findingOf(compareRefusal(outcome, errorCase));
        }
        const std::string difference = compareResults(outcome, errorCase);
        return findingOf(difference.empty() ? compareWarnings(context, outcome, errorCase)
                                            : difference);
    });
}

} // namespace nervure::conformance
