// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/tree_model.h"

#include <unordered_map>

namespace nervure {

/// A row of the outline: a scope of names, a node, or both.
struct OutlineRow {
    QString label;
    QString op; ///< empty for a mere scope; "variable" for variables
    NodeId node;
    int count = 0; ///< nodes inside, itself included
};

/// The nodes of a graph as a tree by the parts of their names, with counts.
class OutlineModel : public TreeModel<OutlineRow> {
    Q_OBJECT

public:
    enum Columns { Name, Op, Count };

    explicit OutlineModel(QObject *parent = nullptr);

    void setGraph(const Graph &graph);
    /// Where the node is; invalid if it is not in the tree.
    [[nodiscard]] QModelIndex find(NodeId node) const;

protected:
    [[nodiscard]] NodeId nodeOf(const OutlineRow &row) const override { return row.node; }

private:
    std::unordered_map<NodeId, int> m_places;
};

} // namespace nervure
