// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/parameters.h"
#include "core/passes/lowering_pass.h"
#include "core/passes/pass_spec.h"
#include "core/support/text.h"

#include <array>

namespace nervure {

namespace {

constexpr std::int64_t highestLevel = 3;
constexpr char nameSeparator = ';';

/// A step of the compiler that can be switched, with the level from which it is on.
struct Switch {
    std::string_view name;
    std::int64_t level;
    const char *help;
};

constexpr std::array<Switch, 6> switches{{
    {"SimplifyInference", 0, "batch_norm and dropout in their simple form for inference"},
    {"OpFusion", 1, "several operators in one kernel"},
    {"PrecomputePrune", 2, "what depends on parameters alone is computed beforehand"},
    {"FoldScaleAxis", 3, "scales of channels move into weights"},
    {"AlterOpLayout", 3, "layouts that the device likes best"},
    {"GraphCompile", 0, "groups become calls of kernels; off: the groups are only found"},
}};

/// NNVM's BuildConfig: what is switched on at this level, or by hand.
class BuildConfig {
public:
    BuildConfig(const OptionValues &options, std::int64_t level)
        : m_options(options),
          m_level(level)
    {}

    [[nodiscard]] bool isOn(std::string_view name) const
    {
        const std::string &choice = m_options.at(std::string(name));
        if (choice != "auto") {
            return choice == "on";
        }
        const auto it = std::find_if(switches.begin(), switches.end(),
                                     [name](const Switch &item) { return item.name == name; });
        return it != switches.end() && m_level >= it->level;
    }

private:
    const OptionValues &m_options;
    std::int64_t m_level;
};

/// The passes of nnvm.compiler.build in its order. Inference follows whatever may change the graph.
std::vector<PassRequest> nnvmPasses(const BuildConfig &config, const OptionValues &options)
{
    std::vector<PassRequest> passes;
    const auto add = [&passes](PassRequest pass) {
        passes.push_back(std::move(pass));
        passes.push_back({"InferShape"});
        passes.push_back({"InferType"});
    };
    add({"CorrectLayout", {{"inputs", options.at("layouts")}}});
    if (config.isOn("AlterOpLayout")) {
        add({"CorrectLayout"});
        passes.push_back({"AlterOpLayout", {{"table", options.at("table")}}});
        add({"CorrectLayout"});
    }
    for (const char *name : {"SimplifyInference", "FoldScaleAxis"}) {
        if (config.isOn(name)) {
            add({name});
        }
    }
    if (config.isOn("PrecomputePrune")) {
        add({"PrecomputePrune", {{"with_parameters_only", "1"}}});
    }
    passes.push_back(
        {"GraphFindFusibleGroups", {{"opt_level", config.isOn("OpFusion") ? "1" : "0"}}});
    if (config.isOn("GraphCompile")) {
        passes.push_back({"GraphFuse"});
        passes.push_back({"GraphCompile"});
    }
    return passes;
}

/// Our own way to what runs on a device: what NNVM does with scales and parameters is done by
/// folding batch norms into weights, and chains are fused as our kernels can take them.
std::vector<PassRequest> devicePasses(const BuildConfig &config, const std::string &target)
{
    std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const auto add = [&passes](std::initializer_list<const char *> names) {
        for (const char *name : names) {
            passes.push_back({name});
        }
    };
    if (config.isOn("SimplifyInference")) {
        add({"RemoveIdentity", "InferShape"});
    }
    if (config.isOn("FoldScaleAxis")) {
        add({"FoldBatchNorm"});
    }
    add({"InferShape", "InferType"});
    if (config.isOn("AlterOpLayout")) {
        passes.push_back({"CorrectLayout", {{"careful", "1"}}});
        add({"InferShape", "InferType"});
        passes.push_back({"AlterOpLayout", {{"device", target}}});
        passes.push_back({"CorrectLayout", {{"careful", "1"}}});
        add({"InferShape", "InferType"});
    }
    if (config.isOn("SimplifyInference")) {
        passes.push_back({"SimplifyInference", {{"keep_read", "1"}}});
        add({"InferShape", "InferType"});
    }
    passes.push_back(config.isOn("OpFusion")
                         ? PassRequest{"FuseOperators"}
                         : PassRequest{"GraphFindFusibleGroups", {{"opt_level", "0"}}});
    if (config.isOn("GraphCompile")) {
        passes.push_back({"GraphFuse"});
        passes.push_back({"GraphCompile", {{"target", target}}});
    }
    return passes;
}

std::set<std::string, std::less<>> variableNames(const Graph &graph)
{
    std::set<std::string, std::less<>> names;
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            names.insert(graph.node(id).name);
        }
    }
    return names;
}

/// The variables that an option names.
Result<std::set<std::string, std::less<>>> namesOf(const ExpandContext &context,
                                                   const std::string &option)
{
    const auto known = variableNames(context.graph);
    std::set<std::string, std::less<>> names;
    for (const std::string_view part : split(context.options.at(option), nameSeparator)) {
        const std::string_view name = trim(part);
        if (name.empty()) {
            continue;
        }
        if (known.count(name) == 0) {
            return makeError("option-invalid",
                             "option {} of pass Compile names {}, expected variables of the graph",
                             option, quoted(name));
        }
        names.emplace(name);
    }
    return names;
}

/// Which variables are parameters: those of `params`; or all but those of `data`; else as told from
/// outside.
Status chooseParameters(const ExpandContext &context, InputFacts &facts)
{
    const bool hasParams = !trim(context.options.at("params")).empty();
    const bool hasData = !trim(context.options.at("data")).empty();
    if (hasParams && hasData) {
        return makeError("option-invalid",
                         "pass Compile has both params and data, expected one of them");
    }
    if (!hasParams && !hasData) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto named, namesOf(context, hasParams ? "params" : "data"));
    facts.parameters = named;
    if (hasData) {
        facts.parameters = variableNames(context.graph);
        for (const std::string &name : named) {
            facts.parameters->erase(name);
        }
    }
    return {};
}

Result<Expansion> expand(const ExpandContext &context)
{
    const std::int64_t level = parseInteger(context.options.at("opt_level")).value_or(-1);
    if (level < 0 || level > highestLevel) {
        return makeError("option-invalid",
                         "option opt_level of pass Compile is {}, expected 0 to {}",
                         quoted(context.options.at("opt_level")), highestLevel);
    }
    Expansion result{{}, context.inputs};
    RETURN_IF_FAILED(chooseParameters(context, result.inputs));
    const BuildConfig config(context.options, level);
    const std::string &target = context.options.at("target");
    if (context.graph.dialect() == Dialect::LightNet) {
        // LightNet compiles nothing: operators run as the file has them.
        result.passes = {{"InferShape"}, {"InferType"}};
    } else if (target.empty()) {
        result.passes = nnvmPasses(config, context.options);
    } else {
        result.passes = devicePasses(config, target);
    }
    if (const std::string_view lowering = loweringPassOf(context.graph, context.ops);
        !lowering.empty()) {
        result.passes.insert(result.passes.begin(), {std::string(lowering)});
    }
    return result;
}

std::vector<PassOption> compileOptions()
{
    std::vector<PassOption> options{
        {"opt_level",
         "2",
         "0: operators stay alone; 1: they are fused; 2: what depends on parameters alone is "
         "computed beforehand; 3: scales are folded and layouts altered",
         {},
         true},
        {"target",
         "",
         "a device as run takes it, reference or opencl: compiled our way; empty: exactly as NNVM",
         {},
         false,
         true},
        {"params",
         "",
         "names of the variables that are parameters, separated by semicolons; empty: by their use",
         {}},
        {"data", "", "names of the variables that are not parameters, instead of params", {}},
        {"layouts", "", "layouts of inputs, as data=NCHW, separated by semicolons", {}},
        {"table", "", "what AlterOpLayout changes, see there", {}}};
    for (const Switch &item : switches) {
        options.push_back(
            {std::string(item.name),
             "auto",
             item.help + std::string("; auto: from level ") + std::to_string(item.level),
             {"auto", "on", "off"}});
    }
    return options;
}

} // namespace

void registerCompile(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "Compile";
    spec.summary = "compiles in the compiler's own order of passes, each a step of its own";
    spec.changesGraph = true;
    spec.provides = {};
    spec.options = compileOptions();
    spec.expand = expand;
    passes.add(std::move(spec));
}

} // namespace nervure
