// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_preserving.h"

#include "core/formats/lightnet/lightnet_reader.h"
#include "core/formats/lightnet/lightnet_source_map.h"
#include "core/formats/lightnet/lightnet_writer.h"
#include "core/formats/source_order.h"
#include "core/graph/op/lightnet_text.h"
#include "core/support/json/json_patch.h"

#include <algorithm>

namespace nervure {

namespace {

/// Tabs before the members of an operator's tensors and parameters in LightNet's layout.
constexpr int entryDepth = 4;

std::string portJson(const Port &port)
{
    return "{\"arg_name\":" + jsonQuoted(port.role) + ",\"name\":" + jsonQuoted(port.tensor) + "}";
}

class LightNetPatcher {
public:
    LightNetPatcher(const Graph &graph, const Graph &old, JsonPatch &patch)
        : m_graph(graph),
          m_old(old),
          m_patch(patch)
    {}

    void run(const JsonValue &ops)
    {
        std::vector<JsonValue> objects;
        for (const JsonValue op : ops) {
            objects.push_back(op);
        }
        const SourceOrder order = sourceOrder(m_graph, objects.size());
        std::vector<JsonPatch::Insertion> insertions;
        std::size_t before = 0;
        for (std::size_t i = 0; i < order.source.size(); ++i) {
            const Node &node = m_graph.node(m_graph.nodes()[i]);
            if (const auto &source = order.source[i]) {
                before = *source + 1;
                patchOp(objects[*source], m_old.node(NodeId{static_cast<std::uint32_t>(*source)}),
                        node);
            } else if (const auto &from = order.movedFrom[i]) {
                patchOp(objects[*from], m_old.node(NodeId{static_cast<std::uint32_t>(*from)}),
                        node);
                insertions.push_back({before, m_patch.takeText(objects[*from])});
            } else {
                insertions.push_back({before, lightNetLayout(lightNetOpJson(m_graph, node), 2)});
            }
        }
        if (order.isChanged) {
            m_patch.changeItems(ops, order.removed, insertions);
        }
    }

private:
    void patchOp(const JsonValue &object, const Node &old, const Node &node)
    {
        std::vector<JsonPatch::Insertion> members;
        patchText(object, "name", old.name, node.name, members);
        patchText(object, "optype", old.op, node.op, members);
        patchPorts(object, "tensors_in", lightNetInputs(m_old, old), lightNetInputs(m_graph, node),
                   members);
        patchPorts(object, "tensors_out", old.outputPorts, node.outputPorts, members);
        patchParams(object, old, node, members);
        if (!members.empty()) {
            m_patch.changeItems(object, std::vector<bool>(object.size(), false), members);
        }
    }
    void patchText(const JsonValue &object, std::string_view key, const std::string &was,
                   const std::string &text, std::vector<JsonPatch::Insertion> &members)
    {
        if (was == text) {
            return;
        }
        if (const auto member = lightNetMember(object, key)) {
            m_patch.replaceValue(*member, lightNetQuoted(text));
        } else {
            members.push_back({object.size(), jsonQuoted(key) + ": " + lightNetQuoted(text)});
        }
    }
    void patchPorts(const JsonValue &object, std::string_view key, const std::vector<Port> &old,
                    const std::vector<Port> &ports, std::vector<JsonPatch::Insertion> &members);
    bool renameTensors(const JsonValue &array, const std::vector<Port> &old,
                       const std::vector<Port> &ports);
    void patchParams(const JsonValue &object, const Node &old, const Node &node,
                     std::vector<JsonPatch::Insertion> &members);

    const Graph &m_graph;
    const Graph &m_old;
    JsonPatch &m_patch;
};

/// Replaces names alone when the roles are as before; the order in the text may be another one.
bool LightNetPatcher::renameTensors(const JsonValue &array, const std::vector<Port> &old,
                                    const std::vector<Port> &ports)
{
    const bool hasSameRoles =
        std::equal(old.begin(), old.end(), ports.begin(), ports.end(),
                   [](const Port &a, const Port &b) { return a.role == b.role; });
    if (!hasSameRoles) {
        return false;
    }
    std::vector<bool> used(old.size(), false);
    for (const JsonValue item : array) {
        const auto role = lightNetMember(item, "arg_name");
        const auto name = lightNetMember(item, "name");
        if (!role || !name) {
            return false;
        }
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (!used[i] && old[i].role == role->string() && old[i].tensor == name->string()) {
                used[i] = true;
                if (ports[i].tensor != old[i].tensor) {
                    m_patch.replaceValue(*name, lightNetQuoted(ports[i].tensor));
                }
                break;
            }
        }
    }
    return true;
}

void LightNetPatcher::patchPorts(const JsonValue &object, std::string_view key,
                                 const std::vector<Port> &old, const std::vector<Port> &ports,
                                 std::vector<JsonPatch::Insertion> &members)
{
    if (old == ports) {
        return;
    }
    const auto array = lightNetMember(object, key);
    if (array && renameTensors(*array, old, ports)) {
        return;
    }
    std::string json = "[";
    for (const std::size_t i : listedOrder(ports, ports.size())) {
        json += (json.size() > 1 ? "," : "") + portJson(ports[i]);
    }
    const std::string text = lightNetLayout(json + "]", entryDepth - 1);
    if (array) {
        m_patch.replaceValue(*array, text);
    } else {
        members.push_back({object.size(), jsonQuoted(key) + ": " + text});
    }
}

void LightNetPatcher::patchParams(const JsonValue &object, const Node &old, const Node &node,
                                  std::vector<JsonPatch::Insertion> &members)
{
    if (old.attrs == node.attrs) {
        return;
    }
    const auto paramText = [](const std::string &name, const std::string &value) {
        return lightNetLayout("{\"arg_name\":" + jsonQuoted(name) + ",\"value\":"
                                  + (JsonTree::parse(value) ? value : jsonQuoted(value)) + "}",
                              entryDepth);
    };
    const auto array = lightNetMember(object, "params");
    std::vector<JsonPatch::Insertion> insertions;
    const std::size_t end = array ? array->size() : 0;
    for (const auto &[name, value] : node.attrs) {
        if (!old.attrs.find(name)) {
            insertions.push_back({end, paramText(name, value)});
        }
    }
    if (!array) {
        std::string items;
        for (const JsonPatch::Insertion &insertion : insertions) {
            items += (items.empty() ? "" : ", ") + insertion.item;
        }
        members.push_back({object.size(), "\"params\": [" + items + "]"});
        return;
    }
    std::vector<bool> removed;
    for (const JsonValue item : *array) {
        const auto name = lightNetMember(item, "arg_name");
        const std::string key(name ? name->string() : std::string_view());
        const std::string *now = node.attrs.find(key);
        const std::string *was = old.attrs.find(key);
        removed.push_back(name && was && !now);
        const auto value = lightNetMember(item, "value");
        if (value && now && was && *now != *was) {
            m_patch.replaceValue(*value, JsonTree::parse(*now) ? *now : jsonQuoted(*now));
        }
    }
    const bool removes = std::find(removed.begin(), removed.end(), true) != removed.end();
    if (removes || !insertions.empty()) {
        m_patch.changeItems(*array, removed, insertions);
    }
}

/// Whether what LightNet takes for comments in the text are comments, so that it can be patched.
bool isReadAlike(const LoadedGraph &exact, std::string_view original, const FormatContext &context)
{
    if (context.semantics == Semantics::Fixed) {
        return true;
    }
    const FormatContext fixed{context.ops, Semantics::Fixed, context.fileName};
    const Result<LoadedGraph> plain = readLightNetJson(original, fixed);
    return plain && plain->graph.sameAs(exact.graph);
}

} // namespace

Result<std::string> writeLightNetPreserving(const Graph &graph, std::string_view original,
                                            const FormatContext &context, Diagnostics &diagnostics)
try {
    const Result<LoadedGraph> old = readLightNetJson(original, context);
    if (old && graph.sameAs(old->graph)) {
        return std::string(original);
    }
    const Result<JsonTree> tree = JsonTree::parse(original, {maxJsonDepth, true});
    if (!old || !tree || !isReadAlike(*old, original, context)) {
        return writeLightNetJson(graph, context, diagnostics);
    }
    JsonPatch patch(original, true);
    LightNetPatcher(graph, old->graph, patch).run(*lightNetMember(tree->root(), "ops"));
    return patch.apply();
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the text of the graph does not fit into memory");
}

} // namespace nervure
