// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_preserving.h"

#include "core/formats/nnvm/dmlc_text.h"
#include "core/formats/nnvm/nnvm_index_patch.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/formats/nnvm/nnvm_writer.h"
#include "core/formats/source_order.h"
#include "core/support/json/json_patch.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

std::string listText(const std::vector<std::string> &items)
{
    std::string text = "[";
    for (const std::string &item : items) {
        text += (text.size() > 1 ? ", " : "") + item;
    }
    return text + "]";
}

class NnvmPatcher {
public:
    NnvmPatcher(const Graph &graph, const Graph &old, const JsonTree &tree, JsonPatch &patch)
        : m_graph(graph),
          m_old(old),
          m_root(tree.root()),
          m_patch(patch)
    {}

    void run(const FormatContext &context)
    {
        const auto nodes = m_root.find("nodes");
        for (const JsonValue node : *nodes) {
            m_objects.push_back(node);
        }
        m_order = sourceOrder(m_graph, m_objects.size());
        m_numbers = NodeNumbers(m_graph, m_graph.nodes());
        patchNodes(*nodes, context);
        if (const auto heads = m_root.find("heads")) {
            patchEntries(*heads, m_old.heads(), m_graph.heads());
        }
        patchNnvmIndex(m_root, {m_graph, m_old, m_order, m_numbers, context}, m_patch);
        patchGraphAttrs();
    }

private:
    [[nodiscard]] std::string entryText(const Entry &entry) const
    {
        return fmt::format("[{}, {}, {}]", m_numbers.of(entry.node), entry.index, entry.version);
    }
    void patchNodes(const JsonValue &nodes, const FormatContext &context);
    void patchNode(const JsonValue &object, const Node &old, const Node &node);
    void patchAttrs(const JsonValue &object, const Node &old, const Node &node,
                    std::vector<JsonPatch::Insertion> &members);
    void patchDict(const JsonValue &dict, const Node &old, const Node &node, bool takesNew);
    void patchNumber(const JsonValue &token, std::uint32_t was, std::uint32_t number);
    void patchEntries(const JsonValue &array, std::span<const Entry> old,
                      std::span<const Entry> entries);
    void patchEntry(const JsonValue &item, const Entry &was, const Entry &entry);
    [[nodiscard]] bool isSame(const Entry &was, const Entry &entry) const;
    void patchControlDeps(const JsonValue &object, const Node &old, const Node &node,
                          std::vector<JsonPatch::Insertion> &members);
    void patchGraphAttrs();

    const Graph &m_graph;
    const Graph &m_old;
    JsonValue m_root;
    JsonPatch &m_patch;
    std::vector<JsonValue> m_objects;
    SourceOrder m_order;
    NodeNumbers m_numbers;
};

void NnvmPatcher::patchNodes(const JsonValue &nodes, const FormatContext &context)
{
    std::vector<JsonPatch::Insertion> insertions;
    std::size_t before = 0;
    for (std::size_t i = 0; i < m_order.source.size(); ++i) {
        const Node &node = m_graph.node(m_graph.nodes()[i]);
        if (const auto &source = m_order.source[i]) {
            before = *source + 1;
            patchNode(m_objects[*source], m_old.node(NodeId{static_cast<std::uint32_t>(*source)}),
                      node);
        } else if (const auto &from = m_order.movedFrom[i]) {
            patchNode(m_objects[*from], m_old.node(NodeId{static_cast<std::uint32_t>(*from)}),
                      node);
            insertions.push_back({before, m_patch.takeText(m_objects[*from])});
        } else {
            insertions.push_back({before, nnvmNodeText(m_graph, node, m_numbers, context)});
        }
    }
    if (m_order.isChanged) {
        m_patch.changeItems(nodes, m_order.removed, insertions);
    }
}

void NnvmPatcher::patchNode(const JsonValue &object, const Node &old, const Node &node)
{
    std::vector<JsonPatch::Insertion> members;
    const std::size_t end = object.size();
    const auto patchText = [&](const char *key, const std::string &was, const std::string &text) {
        if (was == text) {
            return;
        }
        if (const auto member = object.find(key)) {
            m_patch.replaceValue(*member, dmlcQuoted(text));
        } else {
            members.push_back({end, dmlcQuoted(key) + ": " + dmlcQuoted(text)});
        }
    };
    patchText("op", old.op, node.op);
    patchText("name", old.name, node.name);
    patchAttrs(object, old, node, members);
    if (const auto inputs = object.find("inputs")) {
        patchEntries(*inputs, old.inputs, node.inputs);
    } else if (!node.inputs.empty()) {
        std::vector<std::string> items;
        std::transform(node.inputs.begin(), node.inputs.end(), std::back_inserter(items),
                       [this](const Entry &entry) { return entryText(entry); });
        members.push_back({end, "\"inputs\": " + listText(items)});
    }
    patchControlDeps(object, old, node, members);
    if (!members.empty()) {
        m_patch.changeItems(object, std::vector<bool>(end, false), members);
    }
}

void NnvmPatcher::patchAttrs(const JsonValue &object, const Node &old, const Node &node,
                             std::vector<JsonPatch::Insertion> &members)
{
    if (old.attrs == node.attrs) {
        return;
    }
    // The later of "attrs" and "attr" holds what counts; "param" fills in.
    auto dict = object.find("attrs");
    const auto other = object.find("attr");
    if (!dict || (other && other->index() > dict->index())) {
        dict = other;
    }
    const auto param = object.find("param");
    if (dict) {
        patchDict(*dict, old, node, true);
    }
    if (param) {
        patchDict(*param, old, node, !dict);
    }
    if (!dict && !param) {
        std::string text;
        for (const auto &[key, value] : node.attrs) {
            text += (text.empty() ? "" : ", ") + dmlcQuoted(key) + ": " + dmlcQuoted(value);
        }
        members.push_back({std::min<std::size_t>(2, object.size()), "\"attrs\": {" + text + "}"});
    }
}

void NnvmPatcher::patchDict(const JsonValue &dict, const Node &old, const Node &node, bool takesNew)
{
    std::vector<bool> removed;
    for (const JsonValue member : dict) {
        const std::string *value = node.attrs.find(member.key());
        const std::string *was = old.attrs.find(member.key());
        removed.push_back(value == nullptr);
        // Of repeated names the last counts; what did not count stays as it is.
        const bool counts = dict.find(member.key())->index() == member.index();
        if (value && was && *value != *was && counts) {
            m_patch.replaceValue(member, dmlcQuoted(*value));
        }
    }
    std::vector<JsonPatch::Insertion> insertions;
    for (const auto &[key, value] : node.attrs) {
        if (takesNew && !old.attrs.find(key)) {
            insertions.push_back({dict.size(), dmlcQuoted(key) + ": " + dmlcQuoted(value)});
        }
    }
    const bool removes = std::find(removed.begin(), removed.end(), true) != removed.end();
    if (removes || !insertions.empty()) {
        m_patch.changeItems(dict, removed, insertions);
    }
}

void NnvmPatcher::patchNumber(const JsonValue &token, std::uint32_t was, std::uint32_t number)
{
    if (was != number) {
        m_patch.replaceValue(token, std::to_string(number));
    }
}

void NnvmPatcher::patchEntries(const JsonValue &array, std::span<const Entry> old,
                               std::span<const Entry> entries)
{
    // What is alike at both ends keeps its text, as does the middle when it is as long as before.
    const std::size_t shared = std::min(old.size(), entries.size());
    const bool isSameSize = old.size() == entries.size();
    std::size_t front = isSameSize ? shared : 0;
    while (front < shared && isSame(old[front], entries[front])) {
        ++front;
    }
    std::size_t back = 0;
    while (front + back < shared
           && isSame(old[old.size() - 1 - back], entries[entries.size() - 1 - back])) {
        ++back;
    }
    std::vector<bool> removed(old.size(), false);
    std::size_t i = 0;
    for (const JsonValue item : array) {
        if (i < front) {
            patchEntry(item, old[i], entries[i]);
        } else if (i >= old.size() - back) {
            patchEntry(item, old[i], entries[i + entries.size() - old.size()]);
        } else {
            removed[i] = true;
        }
        ++i;
    }
    std::vector<JsonPatch::Insertion> insertions;
    for (std::size_t k = front; k < entries.size() - back; ++k) {
        insertions.push_back({front, entryText(entries[k])});
    }
    if (!isSameSize) {
        m_patch.changeItems(array, removed, insertions);
    }
}

void NnvmPatcher::patchEntry(const JsonValue &item, const Entry &was, const Entry &entry)
{
    if (item.size() == 2 && was.version != entry.version) {
        m_patch.replaceValue(item, entryText(entry));
        return;
    }
    auto token = item.begin();
    patchNumber(*token, was.node.value, m_numbers.of(entry.node));
    patchNumber(*++token, was.index, entry.index);
    if (item.size() == 3) {
        patchNumber(*++token, was.version, entry.version);
    }
}

/// Whether an entry is still the one that the file has at its place.
bool NnvmPatcher::isSame(const Entry &was, const Entry &entry) const
{
    const Node *node = m_graph.find(entry.node);
    return node && node->sourceIndex == was.node.value && was.index == entry.index
           && was.version == entry.version;
}

void NnvmPatcher::patchControlDeps(const JsonValue &object, const Node &old, const Node &node,
                                   std::vector<JsonPatch::Insertion> &members)
{
    const auto member = object.find("control_deps");
    if (member && old.controlDeps.size() == node.controlDeps.size()) {
        std::size_t i = 0;
        for (const JsonValue item : *member) {
            patchNumber(item, old.controlDeps[i].value, m_numbers.of(node.controlDeps[i]));
            ++i;
        }
        return;
    }
    std::vector<std::string> items;
    for (const NodeId dependency : node.controlDeps) {
        items.push_back(std::to_string(m_numbers.of(dependency)));
    }
    if (member) {
        m_patch.replaceValue(*member, listText(items));
    } else if (!items.empty()) {
        members.push_back({object.size(), "\"control_deps\": " + listText(items)});
    }
}

void NnvmPatcher::patchGraphAttrs()
{
    if (m_old.attrs() == m_graph.attrs()) {
        return;
    }
    const auto attrs = m_root.find("attrs");
    if (!attrs) {
        const std::size_t end = m_root.size();
        m_patch.changeItems(m_root, std::vector<bool>(end, false),
                            {{end, "\"attrs\": " + nnvmGraphAttrsText(m_graph)}});
        return;
    }
    const auto find = [](const Graph &graph, std::string_view name) {
        const auto &all = graph.attrs();
        const auto it = std::find_if(all.begin(), all.end(),
                                     [name](const GraphAttr &attr) { return attr.name == name; });
        return it == all.end() ? nullptr : &*it;
    };
    std::vector<bool> removed;
    for (const JsonValue member : *attrs) {
        const GraphAttr *now = find(m_graph, member.key());
        const GraphAttr *was = find(m_old, member.key());
        removed.push_back(now == nullptr);
        // Of repeated names the last counts; what did not count stays as it is.
        const bool counts = attrs->find(member.key())->index() == member.index();
        if (now && was && *now != *was && counts) {
            m_patch.replaceValue(member, nnvmGraphAttrText(*now));
        }
    }
    std::vector<JsonPatch::Insertion> insertions;
    for (const GraphAttr &attr : m_graph.attrs()) {
        if (!find(m_old, attr.name)) {
            insertions.push_back(
                {attrs->size(), dmlcQuoted(attr.name) + ": " + nnvmGraphAttrText(attr)});
        }
    }
    m_patch.changeItems(*attrs, removed, insertions);
}

} // namespace

Result<std::string> writeNnvmPreserving(const Graph &graph, std::string_view original,
                                        const FormatContext &context, Diagnostics &diagnostics,
                                        const NnvmJsonDialect &dialect)
try {
    const Result<JsonTree> tree = JsonTree::parse(original);
    const Result<LoadedGraph> old = readNnvmJson(original, context, dialect);
    if (!tree || !old) {
        return writeNnvmJson(graph, context, diagnostics);
    }
    if (graph.sameAs(old->graph)) {
        return std::string(original);
    }
    JsonPatch patch(original, false);
    NnvmPatcher(graph, old->graph, *tree, patch).run(context);
    return patch.apply();
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the text of the graph does not fit into memory");
}

} // namespace nervure
