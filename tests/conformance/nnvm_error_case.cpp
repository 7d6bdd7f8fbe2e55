// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_error_case.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr const char *section = "nnvm errors";

InputFacts factsOfCase(const Json &errorCase)
{
    InputFacts facts;
    const Json shapes = errorCase.value("shapes", Json::object());
    for (const auto &[name, shape] : shapes.items()) {
        facts.shapes[name] = shape.get<Shape>();
    }
    const Json types = errorCase.value("dtypes", Json::object());
    for (const auto &[name, type] : types.items()) {
        facts.dtypes[name] = dtypeFromName(type.get<std::string>()).value_or(DType::Unknown);
    }
    return facts;
}

/// How far a case came and what was said on the way.
struct Outcome {
    std::string failedIn; ///< empty when all stages passed
    std::string error;
    bool isMentioned = false; ///< a warning or an error was given
    PassRun state;
    std::string saved;
};

class Stages {
public:
    Stages(const NnvmContext &context, const Json &errorCase)
        : m_context(context),
          m_case(errorCase),
          m_facts(factsOfCase(errorCase))
    {}

    Outcome run()
    {
        Outcome outcome;
        for (const Json &stage : m_case.at("passes")) {
            const auto name = stage.get<std::string>();
            const Diagnostics found = runStage(name, outcome);
            outcome.isMentioned = outcome.isMentioned || !found.empty();
            if (hasErrors(found)) {
                outcome.failedIn = name;
                outcome.error = firstError(found);
                break;
            }
        }
        return outcome;
    }

private:
    Diagnostics runStage(const std::string &name, Outcome &outcome)
    {
        if (name == "LoadJSON") {
            return load(outcome);
        }
        if (name == "SaveJSON") {
            return save(outcome);
        }
        PassRun run = runPass(m_context, outcome.state, name, m_facts);
        Diagnostics found = run.diagnostics;
        if (run.ok) {
            outcome.state = std::move(run);
        }
        return found;
    }

    Diagnostics load(Outcome &outcome)
    {
        const auto loaded = m_context.format.read(m_case["graph_json"].get<std::string>(),
                                                  m_context.formatContext());
        if (!loaded) {
            return {loaded.error()};
        }
        outcome.state = initialState(loaded->graph);
        return loaded->diagnostics;
    }

    Diagnostics save(Outcome &outcome)
    {
        Diagnostics found;
        const auto written =
            m_context.format.write(outcome.state.graph, m_context.formatContext(), found);
        if (!written) {
            return {written.error()};
        }
        outcome.saved = *written;
        return found;
    }

    const NnvmContext &m_context;
    const Json &m_case;
    InputFacts m_facts;
};

std::string compareResults(const Outcome &outcome, const Json &expected)
{
    if (!outcome.failedIn.empty()) {
        return outcome.failedIn + " fails (" + outcome.error + "), expected success";
    }
    const Analyses &analyses = outcome.state.analyses;
    if (const Shapes *shapes = analyses.find(keys::shape); shapes && expected.contains("shape")) {
        if (const auto difference = firstDifference(*shapes, expected["shape"]);
            !difference.empty()) {
            return "shape " + difference;
        }
    }
    if (const DTypes *types = analyses.find(keys::dtype); types && expected.contains("dtype")) {
        if (const auto difference = firstDifference(typeCodes(*types), expected["dtype"]);
            !difference.empty()) {
            return "dtype " + difference;
        }
    }
    const auto *ids = analyses.find(keys::storageId);
    return ids && expected.contains("storage_id") ? firstDifference(*ids, expected["storage_id"])
                                                  : "";
}

std::string compareFailure(const Outcome &outcome, const Json &expected)
{
    const auto stage = expected.at("failed_in").get<std::string>();
    const bool isSoft = stage == "LoadJSON" || expected.at("outcome") == "process died";
    if (outcome.failedIn == stage || (isSoft && outcome.isMentioned)) {
        return {};
    }
    return (outcome.failedIn.empty() ? std::string("nothing fails")
                                     : outcome.failedIn + " fails (" + outcome.error + ")")
           + ", expected " + stage + " to fail: " + expected.value("message", "").substr(0, 120);
}

/// Why a case cannot be run; empty when it can.
std::string reasonToSkip(const NnvmContext &context, const Json &errorCase)
{
    if (errorCase.contains("shape_list")) {
        return "shapes given by position";
    }
    const auto loaded =
        context.format.read(errorCase["graph_json"].get<std::string>(), context.formatContext());
    if (loaded) {
        if (const std::string op = undeclaredOperator(context, loaded->graph); !op.empty()) {
            return "operator " + op;
        }
    }
    const auto failedIn = errorCase.value("failed_in", Json()).is_string()
                              ? errorCase["failed_in"].get<std::string>()
                              : std::string();
    const bool isKnown = failedIn.empty() || failedIn == "LoadJSON" || failedIn == "SaveJSON"
                         || failedIn == "NoSuchPass" || context.builtins.passes.find(failedIn);
    return isKnown ? "" : "pass " + failedIn;
}

} // namespace

void runNnvmErrorCase(const NnvmContext &context, const Json &errorCase, Report &report)
{
    if (const std::string reason = reasonToSkip(context, errorCase); !reason.empty()) {
        report.skip(section, reason);
        return;
    }
    const Outcome outcome = Stages(context, errorCase).run();
    const bool isOk = errorCase.at("outcome") == "ok";
    report.check(section, errorCase.at("id").get<std::string>(),
                 isOk ? compareResults(outcome, errorCase) : compareFailure(outcome, errorCase));
}

} // namespace nervure::conformance
