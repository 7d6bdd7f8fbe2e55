// SPDX-License-Identifier: Apache-2.0
#include "app/cli/graph_json.h"

#include "core/graph/traversal.h"

#include <nlohmann/json.hpp>

#include <unordered_map>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

using Numbers = std::unordered_map<NodeId, std::uint32_t>;

Json entriesJson(const std::vector<Entry> &entries, const Numbers &numbers)
{
    Json list = Json::array();
    for (const Entry &entry : entries) {
        const auto it = numbers.find(entry.node);
        const Json node = it == numbers.end() ? Json() : Json(it->second);
        list.push_back({node, entry.index, entry.version});
    }
    return list;
}

Json nodeJson(const Node &node, const Numbers &numbers)
{
    Json json{{"op", node.op}, {"name", node.name}};
    if (!node.attrs.empty()) {
        Json attrs = Json::object();
        for (const auto &[key, value] : node.attrs) {
            attrs[key] = value;
        }
        json["attrs"] = std::move(attrs);
    }
    json["inputs"] = entriesJson(node.inputs, numbers);
    return json;
}

} // namespace

Json graphJson(const Graph &graph)
{
    const std::vector<NodeId> order = postOrder(graph);
    Numbers numbers;
    for (const NodeId id : order) {
        numbers.emplace(id, static_cast<std::uint32_t>(numbers.size()));
    }
    Json nodes = Json::array();
    Json variables = Json::array();
    for (const NodeId id : order) {
        if (graph.node(id).isVariable()) {
            variables.push_back(nodes.size());
        }
        nodes.push_back(nodeJson(graph.node(id), numbers));
    }
    return {{"nodes", std::move(nodes)},
            {"arg_nodes", std::move(variables)},
            {"heads", entriesJson(graph.heads(), numbers)}};
}

Json fusedGroupsJson(const FusedGroups &fused)
{
    Json list = Json::array();
    for (const FusedGroup &group : fused.groups) {
        Json inputs = Json::array();
        for (const IndexedEntry &input : group.inputs) {
            inputs.push_back({input.nodeId, input.index, input.version});
        }
        list.push_back({{"root", group.root},
                        {"flatten_data", group.flattenData},
                        {"subgraph", graphJson(*group.subgraph)},
                        {"inputs", std::move(inputs)}});
    }
    return list;
}

} // namespace nervure::cli
