// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_compile_case.h"

#include "core/graph/indexed/fused_groups.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// Stage results that compare as they are, under the oracle's names.
constexpr std::array<const char *, 6> plainKeys{"layout",  "group_root", "group_master",
                                                "pattern", "shape",      "dtype"};

/// One optimization level: Compile, whose steps stand beside the oracle's stages.
class Level {
public:
    Level(const NnvmContext &context, const Json &oracle, const std::string &name,
          FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_name("opt" + name),
          m_report(report)
    {}

    /// `stages` are the oracle's: a list, or the error that stopped NNVM.
    void compare(const PassRun &run, const Json &stages)
    {
        m_steps = run.steps;
        if (stages.is_object()) {
            m_report.check(m_name, [&] { return refusal(stages.at("error").get<std::string>()); });
            return;
        }
        std::map<std::string, int> seen;
        for (const Json &stage : stages) {
            const auto pass = stage.at("pass").get<std::string>();
            const int times = ++seen[pass];
            const std::string section =
                m_name + " " + pass + (times > 1 ? " " + std::to_string(times) : "");
            m_report.check(section, [&] { return compareStage(pass, stage); });
        }
    }

private:
    /// NNVM's answer is an error before it generates code: ours must be one too.
    Finding refusal(const std::string &message) const
    {
        const bool isRefused =
            !m_steps.empty() && !m_steps.back().ok && m_steps.back().name != "GraphCompile";
        return isRefused ? agrees() : differs("no error, expected " + quoted(message));
    }

    Finding compareStage(const std::string &pass, const Json &stage)
    {
        const auto step =
            std::find_if(m_steps.begin() + static_cast<std::ptrdiff_t>(m_next), m_steps.end(),
                         [&pass](const PassResult &result) { return result.name == pass; });
        if (step == m_steps.end() || !step->ok) {
            const PassResult &last = m_steps.back();
            return differs(last.ok ? "there is no such step"
                                   : last.name + " fails: " + firstError(last.diagnostics));
        }
        m_next = static_cast<std::size_t>(step - m_steps.begin()) + 1;
        m_step = &*step;
        const Json &expected = m_oracle.at("graphs").at(stage.at("graph").get<std::string>());
        std::string difference = firstDifference(m_context.jsonOf(*step->graph), expected);
        for (const char *key : plainKeys) {
            if (difference.empty() && stage.contains(key)) {
                difference =
                    named(key, firstDifference(analysisJson(step->analyses, key), stage[key]));
            }
        }
        if (difference.empty() && pass == "PrecomputePrune") {
            difference = stage.contains("precompute_graph") ? comparePruned(stage)
                         : step->analyses.find(keys::precomputeGraph)
                             ? "something is computed in advance, expected nothing"
                             : "";
        }
        if (difference.empty() && stage.contains("fused")) {
            difference = named("fused", compareFused(stage["fused"]));
        }
        return findingOf(difference);
    }

    static std::string named(const std::string &what, const std::string &difference)
    {
        return difference.empty() ? difference : what + " " + difference;
    }

    /// The outputs of the split-off graph come in a hash order: ours are put in the oracle's.
    [[nodiscard]] std::string comparePruned(const Json &stage) const
    {
        const auto *pruned = m_step->analyses.find(keys::precomputeGraph);
        const auto *names = m_step->analyses.find(keys::precomputeOutputNames);
        if (!pruned || !names) {
            return "nothing is computed in advance, expected a precompute_graph";
        }
        const auto expectedNames =
            stage.at("precompute_output_names").get<std::vector<std::string>>();
        std::string difference = firstSetDifference(*names, expectedNames);
        if (!difference.empty() || names->size() != (*pruned)->heads().size()) {
            return named("precompute_output_names",
                         difference.empty() ? "are too few" : difference);
        }
        std::vector<Entry> heads;
        for (const std::string &name : expectedNames) {
            const auto it = std::find(names->begin(), names->end(), name);
            heads.push_back((*pruned)->heads()[static_cast<std::size_t>(it - names->begin())]);
        }
        Graph sorted = **pruned;
        sorted.setHeads(std::move(heads));
        return named("precompute_graph",
                     firstDifference(
                         m_context.jsonOf(sorted),
                         m_oracle.at("graphs").at(stage["precompute_graph"].get<std::string>())));
    }

    [[nodiscard]] std::string compareFused(const Json &expected) const
    {
        const auto *groups = m_step->analyses.find(keys::fusedEntry, m_step->index);
        if (!groups) {
            return "is missing";
        }
        Json found = Json::array();
        for (const FusedGroup &group : (*groups)->groups) {
            Json inputs = Json::array();
            for (const IndexedEntry &entry : group.inputs) {
                inputs.push_back({entry.nodeId, entry.index, entry.version});
            }
            found.push_back({{"root", group.root},
                             {"flatten_data", group.flattenData},
                             {"subgraph", m_context.jsonOf(*group.subgraph)},
                             {"inputs", inputs}});
        }
        return firstDifference(found, withPlainInputs(expected));
    }

    /// Some records hold a group's list of inputs inside a list of one.
    static Json withPlainInputs(Json groups)
    {
        for (Json &group : groups) {
            const Json inputs = group.at("inputs");
            if (inputs.size() == 1 && (inputs[0].empty() || inputs[0][0].is_array())) {
                group["inputs"] = inputs[0];
            }
        }
        return groups;
    }

    const NnvmContext &m_context;
    const Json &m_oracle;
    std::string m_name;
    FileReport &m_report;
    std::vector<PassResult> m_steps;
    const PassResult *m_step = nullptr; ///< the one that is compared
    std::size_t m_next = 0;             ///< where in m_steps the next stage is looked for
};

/// All variables of the graph but the data inputs.
std::set<std::string, std::less<>> parametersOf(const Json &oracle)
{
    std::set<std::string, std::less<>> parameters;
    for (const Json &name : oracle.value("input_names", Json::array())) {
        parameters.insert(name.get<std::string>());
    }
    for (const Json &name : oracle.value("data_inputs", Json::array())) {
        parameters.erase(name.get<std::string>());
    }
    return parameters;
}

} // namespace

void runNnvmCompileCase(const NnvmContext &context, const Graph &graph, const Json &oracle,
                        FileReport &report)
{
    InputFacts facts = factsOf(oracle);
    facts.parameters = parametersOf(oracle);
    const Json levels = oracle.value("opt_level", Json::object());
    for (const auto &[name, stages] : levels.items()) {
        if (!parseInteger(name)) {
            report.add("opt" + name, skipped("made for another target than opencl"));
            continue;
        }
        const std::vector<PassRequest> passes{{"Compile", {{"opt_level", name}}}};
        Level(context, oracle, name, report).compare(context.run(graph, passes, facts), stages);
    }
}

} // namespace nervure::conformance
