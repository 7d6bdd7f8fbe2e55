// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/names.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Copies nodes of one graph into a draft, under new ids and fresh names.
class NodeCopier {
public:
    /// What a copy reads where the original reads an entry of no copied node.
    using Outside = std::function<Entry(const Entry &)>;

    NodeCopier(EditDraft &draft, const Graph &from) : m_draft(draft), m_from(from) {}

    /// Reads of this node are reads of that value: it is not copied.
    void replace(NodeId node, const Entry &value) { m_replaced[node] = value; }
    /// Copies stay in the model that they are of: those of ONNX initializers say whose values they have.
    void stayInModel() { m_staysInModel = true; }
    void setPrefix(std::string prefix) { m_prefix = std::move(prefix); }
    /// In this order, from `position` on (absent: at the end).
    void copy(const std::vector<NodeId> &nodes, const Outside &outside,
              std::optional<std::size_t> position);
    /// The value that stands for one of the other graph.
    [[nodiscard]] Entry copied(const Entry &entry, const Outside &outside) const;

private:
    [[nodiscard]] Node copyOf(NodeId id, const Outside &outside);
    void copyPorts(const Node &original, Node &node);
    void noteNames(const Node &original, const Node &node);

    EditDraft &m_draft;
    const Graph &m_from;
    std::string m_prefix;
    bool m_staysInModel = false;
    std::optional<FreshNames> m_names;
    std::unordered_map<NodeId, NodeId> m_ids;
    std::unordered_map<NodeId, Entry> m_replaced;
    /// LightNet: what the target calls tensors that are read and defined nowhere.
    std::unordered_map<std::string, std::string> m_undefined;
    /// ONNX: what the target calls values, for bodies that take them by name.
    std::map<std::string, std::string> m_valueNames;
};

} // namespace nervure
