// SPDX-License-Identifier: Apache-2.0
#include "core/formats/foreign/foreign_json.h"

namespace nervure {

namespace {

bool hasMember(const JsonValue &object, std::string_view name)
{
    return object.isObject() && object.find(name).has_value();
}

template <typename Predicate>
bool holdsForAny(const JsonValue &list, Predicate predicate)
{
    for (const JsonValue item : list) {
        if (predicate(item)) {
            return true;
        }
    }
    return false;
}

/// Not for an empty list.
template <typename Predicate>
bool holdsForAll(const JsonValue &list, Predicate predicate)
{
    return list.size() > 0
           && !holdsForAny(list, [&](const JsonValue &item) { return !predicate(item); });
}

/// What TVM's objects say of themselves: "type_key", since 0.21 "type".
std::string_view objectType(const JsonValue &object)
{
    if (!object.isObject()) {
        return {};
    }
    const auto key = object.find("type_key");
    const auto type = key ? key : object.find("type");
    return type && type->isString() ? type->string() : std::string_view();
}

/// {"root": 1, "nodes": [{"type_key": ""}, …], …}: "root_index" since 0.21.
bool isTvmObjects(const ForeignContent &content)
{
    const auto nodes = content.member("nodes");
    const auto root = content.member("root");
    return nodes && nodes->isArray()
           && (root ? root->isNumber() : content.member("root_index") != std::nullopt)
           && holdsForAll(*nodes, [](const JsonValue &node) {
                  return hasMember(node, "type_key") || hasMember(node, "type");
              });
}

bool isExplorerGraph(const JsonValue &graph)
{
    const auto nodes = graph.isObject() ? graph.find("nodes") : std::nullopt;
    return nodes && nodes->isArray() && holdsForAll(*nodes, [](const JsonValue &node) {
               return hasMember(node, "id") && hasMember(node, "label") && !hasMember(node, "op");
           });
}

/// A graph of Model Explorer, or a list of them, or what holds such a list in `name`.
bool isExplorerList(const JsonValue &value, std::string_view name)
{
    if (value.isArray()) {
        return holdsForAll(value, [&](const JsonValue &one) {
            return isExplorerGraph(one) || isExplorerList(one, "graphs");
        });
    }
    const auto graphs = value.isObject() ? value.find(name) : std::nullopt;
    return graphs && graphs->isArray() && isExplorerList(*graphs, {});
}

} // namespace

bool isRelaxJson(const ForeignContent &content)
{
    if (!isTvmObjects(content)) {
        return false;
    }
    const JsonValue nodes = *content.member("nodes");
    return holdsForAny(
        nodes, [](const JsonValue &node) { return objectType(node).starts_with("relax."); });
}

bool isRelayJson(const ForeignContent &content)
{
    return isTvmObjects(content);
}

bool isTensorFlowJsModel(const ForeignContent &content)
{
    return content.member("modelTopology") || content.member("weightsManifest");
}

bool isModelExplorerJson(const ForeignContent &content)
{
    const JsonTree *tree = content.json();
    return tree
           && (isExplorerGraph(tree->root()) || isExplorerList(tree->root(), "graphs")
               || isExplorerList(tree->root(), "graphCollections"));
}

bool isOnnxJson(const ForeignContent &content)
{
    const auto graph = content.member("graph");
    return graph && hasMember(*graph, "node")
           && (content.member("irVersion") || content.member("ir_version")
               || content.member("opsetImport"));
}

bool isTensorFlowJson(const ForeignContent &content)
{
    const auto nodes = content.member("node");
    return nodes && nodes->isArray() && nodes->size() > 0 && hasMember(*nodes->begin(), "op");
}

bool isTraceJson(const ForeignContent &content)
{
    const auto events = content.member("traceEvents");
    return events && events->isArray();
}

} // namespace nervure
