// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_extra_case.h"

#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// What a record can hold of the result, beside `after`.
constexpr std::array<const char *, 2> attrKeys{"layout", "device"};

std::vector<PassRequest> passesOf(const Json &record)
{
    const auto text = record.at("pass").get<std::string>();
    std::vector<PassRequest> passes;
    for (const std::string_view name : split(text, '+')) {
        if (name != "LoadJSON" && name != "SaveJSON") {
            passes.push_back({std::string(name)});
        }
    }
    return passes;
}

std::vector<GraphAttr> attrsOf(const Json &record)
{
    std::vector<GraphAttr> attrs;
    const Json given = record.value("graph_attrs", Json::object());
    for (const auto &[name, value] : given.items()) {
        attrs.push_back({name, value.at(0).get<std::string>(), value.at(1).dump()});
    }
    if (record.contains("layout_inputs")) {
        attrs.push_back({"layout_inputs", "list_layout", record["layout_inputs"].dump()});
    }
    return attrs;
}

std::string named(const std::string &what, const std::string &difference)
{
    return difference.empty() ? difference : what + " " + difference;
}

std::string compareRun(const NnvmContext &context, const PassRun &run, const Json &record)
{
    std::string difference;
    if (record.contains("after")) {
        difference = named("after", firstDifference(context.jsonOf(run.graph), record["after"]));
    }
    for (const char *key : attrKeys) {
        if (difference.empty() && record.contains(key)) {
            difference = named(key, firstDifference(analysisJson(run.analyses, key), record[key]));
        }
    }
    const Json expected = record.value("result_attrs", Json::object());
    for (const auto &[key, value] : expected.items()) {
        if (difference.empty()) {
            difference = named(key, firstDifference(analysisJson(run.analyses, key), value));
        }
    }
    return difference;
}

Finding comparePasses(const NnvmContext &context, const Json &record)
{
    const std::vector<PassRequest> passes = passesOf(record);
    if (const std::string pass = context.undeclaredPass(passes); !pass.empty()) {
        return context.missing("pass " + pass);
    }
    const Graph graph = context.graphOf(record["before"]);
    if (const std::string op = context.undeclaredLayoutRule(graph);
        context.allowMissing && !op.empty() && !attrsOf(record).empty()) {
        return context.missing("layout rule of " + op);
    }
    const auto isArgument = [](const GraphAttr &attr) { return attr.name.ends_with("_inputs"); };
    const auto attrs = attrsOf(record);
    if (context.allowMissing && std::any_of(attrs.begin(), attrs.end(), isArgument)) {
        return context.missing("graph attributes as arguments of passes");
    }
    InputFacts facts;
    facts.defaultType = DType::Unknown; // nothing is given but what the record says
    const PassRun run = context.run(graph, passes, facts, attrs);
    if (record.contains("error")) {
        return run.ok ? differs("no error, expected " + shortened(record["error"])) : agrees();
    }
    return run.ok ? findingOf(compareRun(context, run, record))
                  : differs(run.steps.back().name + " fails: " + firstError(run.diagnostics));
}

Finding compareText(const NnvmContext &context, const Json &record)
{
    const auto loaded = context.load(record["text"].get<std::string>());
    if (!loaded) {
        return differs("refused: " + loaded.error().message);
    }
    Diagnostics found;
    const auto index = IndexedGraph::build(loaded->graph, context.builtins.ops, found);
    if (!index) {
        return differs("not indexed: " + index.error().message);
    }
    if (record.contains("num_nodes") && (*index)->nodeCount() != record["num_nodes"]) {
        return differs("found " + std::to_string((*index)->nodeCount()) + " nodes, expected "
                       + record["num_nodes"].dump());
    }
    return findingOf(record.contains("saved") ? named(
                         "saved", firstDifference(context.jsonOf(loaded->graph), record["saved"]))
                                              : "");
}

} // namespace

void runNnvmExtraCase(const NnvmContext &context, const Json &record, FileReport &report)
{
    report.check("extra " + record.value("pass", "pass"), [&] {
        if (record.contains("before")) {
            return comparePasses(context, record);
        }
        return record.contains("text") ? compareText(context, record)
                                       : skipped("the record holds no graph to start from");
    });
}

} // namespace nervure::conformance
