// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/body_place.h"

#include <QObject>

#include <optional>
#include <vector>

namespace nervure {

/// What is selected in one window: shared by canvas, outline, inspector and every panel, so that
/// they agree. Holds ids only; ids of nodes that are gone are dropped by `keepOnly`.
class Selection : public QObject {
    Q_OBJECT

public:
    explicit Selection(QObject *parent = nullptr);

    /// The selected nodes, in the order they were selected.
    [[nodiscard]] const std::vector<NodeId> &nodes() const { return m_nodes; }
    [[nodiscard]] bool contains(NodeId node) const;
    [[nodiscard]] bool isEmpty() const { return m_nodes.empty(); }
    /// The node whose details are shown: the last one selected; invalid when nothing is.
    [[nodiscard]] NodeId current() const;

    /// Of the graphs that the current node holds: the node in them that was pointed at.
    [[nodiscard]] const std::optional<InnerNode> &inner() const { return m_inner; }

    /// The selected value, a line of the picture; nodes and a value are never selected together.
    [[nodiscard]] const std::optional<Entry> &value() const { return m_value; }

    /// Selects exactly this node; an invalid id clears.
    void select(NodeId node);
    /// Selects exactly these; the last becomes current, `inner` what it holds of it.
    void setNodes(std::vector<NodeId> nodes, std::optional<InnerNode> inner = std::nullopt);
    /// Adds the node, or takes it away if it is selected (Ctrl+click).
    void toggle(NodeId node);
    /// Selects exactly this value.
    void selectValue(const Entry &value);
    void clear();
    /// Selects the node and asks the canvas to bring it into view.
    void jumpTo(NodeId node);
    /// The same of a node in the graphs that `node` holds; of the node itself where `inner` is none.
    void jumpInto(NodeId node, std::optional<InnerNode> inner);
    /// What the search that is open finds, in its order: marked wherever nodes are drawn.
    [[nodiscard]] const std::vector<NodeId> &found() const { return m_found; }
    void setFound(std::vector<NodeId> nodes);
    /// Drops nodes and values that are no longer in the graph.
    void keepOnly(const Graph &graph);

Q_SIGNALS:
    void selectionChanged();
    /// The canvas centers on the node, unfolding what hides it. Follows `selectionChanged`.
    void jumpRequested(nervure::NodeId node);
    void foundChanged();

private:
    std::vector<NodeId> m_nodes;
    std::optional<InnerNode> m_inner;
    std::optional<Entry> m_value;
    std::vector<NodeId> m_found;
};

} // namespace nervure
