// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/tvm_entry_lists.h"

#include "core/graph/kernel_calls.h"
#include "core/graph/traversal.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace nervure {

namespace {

using Positions = std::vector<std::size_t>;

/// Appends the entries of the node that stands at `place`.
void appendEntries(const std::vector<std::size_t> &rows, std::size_t place, Positions &positions)
{
    for (std::size_t entry = rows[place]; entry < rows[place + 1]; ++entry) {
        positions.push_back(entry);
    }
}

/// What becomes of the values that a list has beyond the entries.
enum class Surplus { Goes, Stays };

/// A list over the entries, and perhaps more.
bool isOverEntries(const GraphAttr &attr, std::size_t length, std::size_t entries)
{
    constexpr std::array<std::string_view, 4> known{"storage_id", "dltype", "shape",
                                                    "device_index"};
    return length == entries
           || (length > entries && std::find(known.begin(), known.end(), attr.name) != known.end());
}

/// The attribute with its values at these positions; as it is, unless it is a list over `entries`.
GraphAttr picked(const GraphAttr &attr, std::size_t entries, const Positions &positions,
                 Surplus surplus)
{
    const Result<JsonTree> tree = JsonTree::parse(attr.json);
    if (!attr.tag.starts_with("list_") || !tree || !tree->root().isArray()
        || !isOverEntries(attr, tree->root().size(), entries)) {
        return attr;
    }
    std::vector<std::string> values;
    values.reserve(entries);
    for (const JsonValue value : tree->root()) {
        values.push_back(value.compactText());
    }
    std::vector<std::string> kept;
    kept.reserve(positions.size());
    for (const std::size_t position : positions) {
        kept.push_back(values[position]);
    }
    if (surplus == Surplus::Stays) {
        kept.insert(kept.end(), values.begin() + static_cast<std::ptrdiff_t>(entries),
                    values.end());
    }
    return {attr.name, attr.tag, "[" + join(kept, ",") + "]"};
}

/// Whether a list may have a value for each of so many entries. Files name any number of outputs;
/// places are kept only for those that have values.
bool mayHaveLists(const Graph &file, std::size_t entries)
{
    return std::any_of(file.attrs().begin(), file.attrs().end(),
                       [entries](const GraphAttr &attr) { return attr.json.size() > entries; });
}

std::vector<GraphAttr> picked(const Graph &file, std::size_t entries, const Positions &positions,
                              Surplus surplus)
{
    std::vector<GraphAttr> attrs;
    for (const GraphAttr &attr : file.attrs()) {
        attrs.push_back(picked(attr, entries, positions, surplus));
    }
    return attrs;
}

} // namespace

std::vector<std::size_t> runtimeRows(const Graph &graph)
{
    std::vector<std::size_t> rows{0};
    for (const NodeId id : graph.nodes()) {
        rows.push_back(rows.back() + runtimeOutputs(graph.node(id)));
    }
    return rows;
}

std::vector<GraphAttr> inNnvmOrder(const Graph &graph)
{
    const std::vector<NodeId> order = postOrder(graph);
    if (std::equal(order.begin(), order.end(), graph.nodes().begin(), graph.nodes().end())) {
        return graph.attrs();
    }
    std::unordered_map<NodeId, std::size_t> places;
    for (const NodeId id : graph.nodes()) {
        places.emplace(id, places.size());
    }
    const std::vector<std::size_t> rows = runtimeRows(graph);
    if (!mayHaveLists(graph, rows.back())) {
        return graph.attrs();
    }
    Positions positions;
    for (const NodeId id : order) {
        appendEntries(rows, places.at(id), positions);
    }
    return picked(graph, rows.back(), positions, Surplus::Goes);
}

Result<std::vector<GraphAttr>> inFileOrder(const Graph &graph, const Graph &file)
{
    const std::vector<std::size_t> rows = runtimeRows(file);
    const bool hasLists = mayHaveLists(file, rows.back());
    Positions positions;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::size_t place = node.sourceIndex.value_or(file.nodeCount());
        if (place >= file.nodeCount()
            || runtimeOutputs(file.node(file.nodes()[place])) != runtimeOutputs(node)) {
            return makeErrorAt(
                node.name, "tvm-new",
                "{} has outputs without storage in the file, expected the nodes that were compiled",
                quoted(node.name));
        }
        if (hasLists) {
            appendEntries(rows, place, positions);
        }
    }
    return hasLists ? picked(file, rows.back(), positions, Surplus::Stays) : file.attrs();
}

} // namespace nervure
