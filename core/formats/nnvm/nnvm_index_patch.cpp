// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_index_patch.h"

#include "core/formats/nnvm/nnvm_writer.h"
#include "core/graph/traversal.h"

#include <algorithm>

namespace nervure {

namespace {

using Insertions = std::vector<JsonPatch::Insertion>;

bool hasAny(const std::vector<bool> &flags)
{
    return std::find(flags.begin(), flags.end(), true) != flags.end();
}

class IndexPatcher {
public:
    IndexPatcher(const NnvmChange &change, JsonPatch &patch)
        : m_change(change),
          m_patch(patch),
          m_nodeAt(change.old.nodeCount())
    {
        const auto nodes = change.graph.nodes();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (const auto place = placeOf(i)) {
                m_nodeAt[*place] = nodes[i];
            }
        }
    }

    void patchArguments(const JsonValue &array);
    void patchRows(const JsonValue &array);

private:
    /// Where the node at this position of the graph stood in the file.
    [[nodiscard]] std::optional<std::size_t> placeOf(std::size_t position) const
    {
        const auto &stays = m_change.order.source[position];
        return stays ? stays : m_change.order.movedFrom[position];
    }
    [[nodiscard]] const Node &oldNode(std::size_t place) const
    {
        return m_change.old.node(NodeId{static_cast<std::uint32_t>(place)});
    }
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> countsIn(const JsonValue &rows) const;
    [[nodiscard]] std::vector<std::uint64_t> newRows(
        const std::vector<std::uint64_t> &counts) const;
    void change(const JsonValue &array, const std::vector<bool> &removed,
                const Insertions &insertions)
    {
        if (hasAny(removed) || !insertions.empty()) {
            m_patch.changeItems(array, removed, insertions);
        }
    }

    const NnvmChange &m_change;
    JsonPatch &m_patch;
    std::vector<NodeId> m_nodeAt; ///< by place in the file: the node; invalid: it is gone
};

/// What the list holds goes with its nodes; variables that the graph has since are added where they
/// stand among the others. What the file leaves out stays left out.
void IndexPatcher::patchArguments(const JsonValue &array)
{
    std::vector<bool> removed;
    std::vector<std::size_t> behind(m_nodeAt.size(), 0); // by place: the item after the node's own
    for (const JsonValue item : array) {
        const auto place = static_cast<std::size_t>(item.integer());
        const bool isNode = item.integer() >= 0 && place < m_nodeAt.size();
        const NodeId node = isNode ? m_nodeAt[place] : NodeId{};
        const bool wasVariable = isNode && oldNode(place).isVariable();
        const bool isLeft =
            !isNode || (node.isValid() && (!wasVariable || m_change.graph.node(node).isVariable()));
        removed.push_back(!isLeft);
        if (isLeft && node.isValid()) {
            m_patch.replaceValue(item, std::to_string(m_change.numbers.of(node)));
            behind[place] = removed.size();
        }
    }
    Insertions insertions;
    std::size_t before = 0;
    const auto nodes = m_change.graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto place = placeOf(i);
        const bool wasVariable = place && oldNode(*place).isVariable();
        if (place && behind[*place] > 0) {
            before = behind[*place];
        } else if (!wasVariable && m_change.graph.node(nodes[i]).isVariable()) {
            insertions.push_back({before, std::to_string(m_change.numbers.of(nodes[i]))});
        }
    }
    change(array, removed, insertions);
}

/// How many outputs each node of the file has, as its pointers say; nothing when they are none.
std::optional<std::vector<std::uint64_t>> IndexPatcher::countsIn(const JsonValue &rows) const
{
    if (rows.size() != m_nodeAt.size() + 1) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> counts;
    counts.reserve(m_nodeAt.size());
    std::optional<std::int64_t> last;
    for (const JsonValue item : rows) {
        if (item.kind() != JsonKind::Integer || item.integer() < last.value_or(0)
            || (!last && item.integer() != 0)) {
            return std::nullopt;
        }
        if (last) {
            counts.push_back(static_cast<std::uint64_t>(item.integer() - *last));
        }
        last = item.integer();
    }
    return counts;
}

std::vector<std::uint64_t> IndexPatcher::newRows(const std::vector<std::uint64_t> &counts) const
{
    const Graph &graph = m_change.graph;
    const auto nodes = graph.nodes();
    const std::vector<std::uint64_t> own = nnvmRowPointers(graph, nodes, m_change.context);
    const std::vector<std::uint32_t> used = usedOutputs(graph);
    const std::vector<std::uint32_t> oldUsed = usedOutputs(m_change.old);
    std::vector<std::uint64_t> rows{0};
    rows.reserve(own.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::uint64_t count = own[i + 1] - own[i];
        if (const auto place = placeOf(i)) {
            const Node &node = graph.node(nodes[i]);
            const Node &old = oldNode(*place);
            const bool isUntouched = node.op == old.op && node.attrs == old.attrs;
            const bool isUnknown = !node.isVariable() && !m_change.context.ops.find(node);
            const std::uint32_t now = used[nodes[i].value];
            const std::uint64_t grown = now > oldUsed[*place] ? now : 0;
            if (isUntouched || (isUnknown && node.op == old.op)) {
                count = std::max(counts[*place], grown);
            }
        }
        rows.push_back(rows.back() + count);
    }
    return rows;
}

void IndexPatcher::patchRows(const JsonValue &array)
{
    const auto counts = countsIn(array);
    if (!counts) {
        // NNVM does not look at them either. Where there are other nodes they mean nothing any more.
        if (m_change.order.isChanged) {
            std::string text = "[";
            for (const std::uint64_t row :
                 nnvmRowPointers(m_change.graph, m_change.graph.nodes(), m_change.context)) {
                text += (text.size() > 1 ? ", " : "") + std::to_string(row);
            }
            m_patch.replaceValue(array, text + "]");
        }
        return;
    }
    const std::vector<std::uint64_t> rows = newRows(*counts);
    std::vector<std::uint64_t> texts(array.size(), 0); // by place + 1
    std::vector<bool> removed(array.size(), false);
    std::copy(m_change.order.removed.begin(), m_change.order.removed.end(), removed.begin() + 1);
    Insertions insertions;
    std::size_t before = 1;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        if (const auto &stays = m_change.order.source[i]) {
            before = *stays + 2;
            texts[*stays + 1] = rows[i + 1];
        } else {
            insertions.push_back({before, std::to_string(rows[i + 1])});
        }
    }
    std::size_t place = 0;
    for (const JsonValue item : array) {
        if (!removed[place]) {
            m_patch.replaceValue(item, std::to_string(texts[place]));
        }
        ++place;
    }
    change(array, removed, insertions);
}

} // namespace

void patchNnvmIndex(const JsonValue &root, const NnvmChange &change, JsonPatch &patch)
{
    IndexPatcher patcher(change, patch);
    if (const auto arguments = root.find("arg_nodes")) {
        patcher.patchArguments(*arguments);
    }
    if (const auto rows = root.find("node_row_ptr"); rows && rows->isArray()) {
        patcher.patchRows(*rows);
    }
}

} // namespace nervure
