// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_print_case.h"

#include "core/formats/nnvm/nnvm_text.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/nnvm_model.h"
#include "tests/conformance/printed_graph.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// The passes that provide what a text's graph attributes name.
std::vector<PassRequest> passesFor(const std::vector<std::string> &keys)
{
    const auto has = [&keys](const char *key) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    std::vector<PassRequest> passes;
    if (has("shape")) {
        passes.push_back({"InferShape"});
    }
    if (has("dtype")) {
        passes.push_back({"InferType"});
    }
    if (has("storage_id")) {
        passes.push_back({"PlanMemory"});
    }
    if (has("group_root")) {
        passes.push_back({"GraphFindFusibleGroups"});
    }
    return passes;
}

constexpr std::string_view nodeMark = "with_node_attr_";

/// The joined attribute that is one a node rather than one an entry; empty: there is none.
std::string nodeAttribute(const std::string &key)
{
    return key.starts_with(nodeMark) ? key.substr(nodeMark.size()) : "";
}

/// NNVM looks node attributes up by the number of an entry: those beyond the nodes are garbage.
bool isBeyondNodes(const IndexedGraph &index, const std::string &title)
{
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        const std::string own = "%" + (node.isVariable() ? node.node->name : std::to_string(id));
        if (own == title) {
            return index.entryId(id, 0) >= index.nodeCount();
        }
    }
    return false;
}

Finding comparePrint(const NnvmContext &context, const NnvmModel &model, const std::string &key,
                     const std::string &expected)
{
    std::vector<PassRequest> passes = passesFor(graphAttrKeys(expected));
    passes.push_back({"PrintGraphIR"});
    const std::string ofNodes = nodeAttribute(key);
    Json entries = Json::array();
    Json nodes = Json::array();
    for (const std::string &name : joinedAttributes(expected)) {
        (name == ofNodes ? nodes : entries).push_back(name);
    }
    std::vector<GraphAttr> attrs;
    if (!entries.empty()) {
        attrs.push_back({"join_entry_attrs", "list_str", entries.dump()});
    }
    if (!nodes.empty()) {
        attrs.push_back({"join_node_attrs", "list_str", nodes.dump()});
    }
    const PassRun run = context.run(model.graph, passes, model.facts, attrs);
    const auto *text = run.analyses.find(Key<std::string>{"graphir"});
    if (!run.ok || !text) {
        return differs(run.ok ? "there is no graphir" : firstError(run.diagnostics));
    }
    std::string found = sortedGraphText(*text);
    std::string wanted = sortedGraphText(expected);
    if (!ofNodes.empty()) {
        const auto isUnsafe = [&](const std::string &title) {
            return isBeyondNodes(*run.index, title);
        };
        found = maskedGraphText(found, ofNodes, isUnsafe);
        wanted = maskedGraphText(wanted, ofNodes, isUnsafe);
    }
    return findingOf(firstTextDifference(found, wanted));
}

} // namespace

void runNnvmPrintCase(const NnvmContext &context, const Json &record, FileReport &report)
{
    const auto model = readModel(context, record, report);
    for (const auto &[key, text] : record.items()) {
        if (model && key != "model" && text.is_string()) {
            report.check("ir " + key, [&, expected = text.get<std::string>(), name = key] {
                return comparePrint(context, *model, name, expected);
            });
        }
    }
}

void runNnvmDebugTextCase(const NnvmContext &context, const Json &record, FileReport &report)
{
    const auto model = readModel(context, record, report);
    if (!model) {
        return;
    }
    report.check("debug text", [&] {
        return findingOf(firstTextDifference(nnvmSymbolText(model->graph, context.builtins.ops),
                                             record.at("text").get<std::string>()));
    });
}

} // namespace nervure::conformance
