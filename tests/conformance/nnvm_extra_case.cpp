// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_extra_case.h"

#include "core/passes/graph_attributes.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

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

/// All graph attributes of a result, with or without their tags.
Json attrsJson(const PassRun &run, bool hasTags)
{
    Json attrs = Json::object();
    for (const GraphAttr &attr : writeGraphAttributes(run.analyses)) {
        const Json value = Json::parse(attr.json);
        attrs[attr.name] = hasTags ? Json{attr.tag, value} : value;
    }
    return attrs;
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
    if (difference.empty() && record.contains("result_attrs")) {
        difference = firstDifference(attrsJson(run, false), record["result_attrs"]);
    }
    if (difference.empty() && record.contains("saved_graph_attrs")) {
        difference = firstDifference(attrsJson(run, true), record["saved_graph_attrs"]);
    }
    return difference;
}

/// NNVM gives the variables it makes an operator's attributes and names (OP_ARGUMENT), so a batch
/// norm of which only the simplified form is recorded can be told from its variables.
Json batchNormBehind(const Json &simplified)
{
    constexpr std::string_view mark = "_moving_mean";
    Json nodes = Json::array();
    for (const Json &node : simplified.at("nodes")) {
        const auto name = node.at("name").get<std::string>();
        if (node["op"] == "null" && name.ends_with(mark)) {
            const std::string title = name.substr(0, name.size() - mark.size());
            const Json attrs = node.value("attrs", Json::object());
            nodes.push_back(simplified["nodes"][0]);
            for (const char *input : {"_gamma", "_beta", "_moving_mean", "_moving_var"}) {
                nodes.push_back({{"op", "null"},
                                 {"name", title + input},
                                 {"attrs", attrs},
                                 {"inputs", Json::array()}});
            }
            nodes.push_back({{"op", "batch_norm"},
                             {"name", title},
                             {"attrs", attrs},
                             {"inputs", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 1}, {4, 0, 1}}}});
            break;
        }
    }
    return {{"nodes", nodes}, {"arg_nodes", {0, 1, 2, 3, 4}}, {"heads", {{5, 0, 0}}}};
}

/// How many dimensions the data had: those in front of the axis, itself, and those behind it, for
/// which the scale got new ones.
Shape dataShapeOf(const Json &simplified)
{
    for (const Json &node : simplified.at("nodes")) {
        if (node["op"] == "expand_dims") {
            const auto number = [&node](const char *key) {
                return std::stoul(node.at("attrs").at(key).get<std::string>());
            };
            return Shape(number("axis") + number("num_newaxis") + 1, 3);
        }
    }
    return {};
}

Finding compareSimplified(const NnvmContext &context, const Json &record)
{
    const Graph graph = context.graphOf(batchNormBehind(record["after"]));
    InputFacts facts;
    facts.shapes[record["after"]["nodes"][0]["name"]] = dataShapeOf(record["after"]);
    const std::vector<PassRequest> passes{{"InferShape"}, {"SimplifyInference"}};
    const PassRun run = context.run(graph, passes, facts);
    return run.ok ? findingOf(compareRun(context, run, record))
                  : differs(run.steps.back().name + " fails: " + firstError(run.diagnostics));
}

Finding comparePasses(const NnvmContext &context, const Json &record)
{
    const std::vector<PassRequest> passes = passesOf(record);
    const Graph graph = context.graphOf(record["before"]);
    InputFacts facts;
    facts.defaultType = DType::Unknown; // nothing is given but what the record says
    const PassRun run = context.run(graph, passes, facts, attrsOf(record));
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
        if (record.value("pass", "") == "SimplifyInference") {
            return compareSimplified(context, record);
        }
        return record.contains("text") ? compareText(context, record)
                                       : skipped("the record holds no graph to start from");
    });
}

} // namespace nervure::conformance
