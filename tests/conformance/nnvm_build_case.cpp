// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_build_case.h"

#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

#include <cctype>
#include <map>
#include <set>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// "fuse_conv2d_relu_3" without its number, which is a label.
std::string withoutNumber(const std::string &name)
{
    std::size_t end = name.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) {
        --end;
    }
    const bool hasNumber = end < name.size() && end > 0 && name[end - 1] == '_';
    return hasNumber ? name.substr(0, end - 1) : name;
}

/// The inputs that are no parameters: those recorded, or all that a shape was given for.
std::set<std::string> dataInputsOf(const Json &oracle)
{
    std::set<std::string> names;
    if (oracle.contains("data_inputs")) {
        return oracle["data_inputs"].get<std::set<std::string>>();
    }
    const Json inputs = oracle.value("inputs", Json::object());
    for (const auto &[name, given] : inputs.items()) {
        names.insert(name);
    }
    return names;
}

/// The parameters that PrecomputePrune left: all variables that are no data.
std::vector<std::string> parametersOf(const Graph &graph, const std::set<std::string> &data)
{
    std::vector<std::string> names;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable() && data.count(node.name) == 0) {
            names.push_back(node.name);
        }
    }
    return names;
}

/// The names of kernels on both sides: equal but for their numbers, and each the other's only one.
class KernelLabels {
public:
    [[nodiscard]] bool agree(const std::string &found, const std::string &expected)
    {
        const auto there = m_there.try_emplace(found, expected).first;
        const auto back = m_back.try_emplace(expected, found).first;
        return withoutNumber(found) == withoutNumber(expected) && there->second == expected
               && back->second == found;
    }

private:
    std::map<std::string, std::string> m_there;
    std::map<std::string, std::string> m_back;
};

/// The first difference between the nodes, kernels' numbers aside.
std::string compareNodes(Json found, const Json &expected)
{
    KernelLabels labels;
    Json &nodes = found["nodes"];
    for (std::size_t i = 0; i < nodes.size() && i < expected.at("nodes").size(); ++i) {
        const Json attrs = expected["nodes"][i].value("attrs", Json::object());
        Json &own = nodes[i]["attrs"];
        if (attrs.contains("func_name") && own.is_object() && own.contains("func_name")
            && labels.agree(own["func_name"], attrs["func_name"])) {
            own["func_name"] = attrs["func_name"];
        }
        if (own.is_null()) {
            nodes[i].erase("attrs");
        }
    }
    Json structure = expected;
    structure.erase("attrs");
    return firstDifference(found, structure);
}

Finding compareBuild(const NnvmContext &context, const PassRun &run, const Json &expected)
{
    const PassResult *compiled = stepOf(run, "GraphCompile");
    if (!compiled || !compiled->ok) {
        const PassResult &last = run.steps.back();
        return differs(last.name + " fails: " + firstError(last.diagnostics));
    }
    std::string difference = compareNodes(context.jsonOf(*compiled->graph), expected);
    const Json attrs = expected.value("attrs", Json::object());
    for (const auto &[name, value] : attrs.items()) {
        if (difference.empty()) {
            difference = firstDifference(analysisJson(compiled->analyses, name), value.at(1));
            difference = difference.empty() ? "" : name + " " + difference;
        }
    }
    return findingOf(difference);
}

/// The runtime graph is a file of its own: opened and saved back it must be the same text.
Finding compareFile(const NnvmContext &context, const Json &build)
{
    const FormatSpec *format = context.builtins.formats.find("tvm");
    const std::string text = build.dump();
    const auto loaded = format->read(text, context.formatContext());
    if (!loaded) {
        return differs("refused: " + loaded.error().message);
    }
    if (!loaded->diagnostics.empty()) {
        return differs("opens with: " + loaded->diagnostics.front().message);
    }
    Diagnostics found;
    const auto kept = format->writePreserving(loaded->graph, text, context.formatContext(), found);
    const auto canonical = format->write(loaded->graph, context.formatContext(), found);
    if (!kept || !canonical) {
        return differs("not saved: " + (kept ? canonical : kept).error().message);
    }
    const std::string difference = firstTextDifference(*kept, text);
    return findingOf(difference.empty() ? firstDifference(Json::parse(*canonical), build)
                                        : difference);
}

/// "opt2" and "opt3_params": the level, and whether all weights were given.
std::optional<std::pair<std::string, bool>> levelOf(const std::string &build)
{
    const std::size_t underscore = build.find('_');
    const std::string rest = underscore == std::string::npos ? "" : build.substr(underscore);
    const bool isBuild = build.size() > 3 && build.starts_with("opt")
                         && parseInteger(build.substr(3, underscore - 3)).has_value();
    if (!isBuild || (!rest.empty() && rest != "_params")) {
        return std::nullopt;
    }
    return std::pair(build.substr(3, underscore - 3), !rest.empty());
}

} // namespace

void runNnvmBuildCase(const NnvmContext &context, const Graph &graph, const Json &oracle,
                      const Json &builds, FileReport &report)
{
    const std::set<std::string> data = dataInputsOf(oracle);
    for (const auto &[name, build] : builds.at("builds").items()) {
        const auto level = levelOf(name);
        if (!level) {
            continue; // the names of a build's parameters are compared with it
        }
        const std::string section = "build " + name;
        if (build.contains("error")) {
            report.add(section, skipped("could not be built there: " + shortened(build["error"])));
            continue;
        }
        std::vector<PassRequest> passes{{"Compile", {{"opt_level", level->first}}}};
        if (!level->second) {
            passes[0].options.emplace_back("PrecomputePrune", "off");
        }
        InputFacts facts = factsOf(oracle);
        facts.parameters.emplace();
        for (const Json &variable : oracle.value("input_names", Json::array())) {
            if (level->second && data.count(variable.get<std::string>()) == 0) {
                facts.parameters->insert(variable.get<std::string>());
            }
        }
        const PassRun run = context.run(graph, passes, facts);
        report.check(section,
                     [&, &expected = build] { return compareBuild(context, run, expected); });
        if (const std::string key = name + "_names"; builds["builds"].contains(key)) {
            report.check(section + " names", [&] {
                return findingOf(
                    firstSetDifference(parametersOf(run.graph, data), builds["builds"][key]));
            });
        }
        report.check(section + " file", [&, &file = build] { return compareFile(context, file); });
    }
}

} // namespace nervure::conformance
