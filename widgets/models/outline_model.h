// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/tree_model.h"

#include <vector>

namespace nervure {

/// A row of the outline: a scope of names, a node, or both.
struct OutlineRow {
    QString label;
    QString op; ///< empty for a mere scope; "variable" for variables
    NodeId node;
    int count = 0; ///< nodes inside, itself included
};

/// The nodes of a graph as a tree by the parts of their names, with counts. Where a scope holds more
/// than a thousand, they are listed in ranges: "add0 … add199".
class OutlineModel : public TreeModel<OutlineRow> {
    Q_OBJECT

public:
    enum Columns { Name, Op, Count };

    explicit OutlineModel(QObject *parent = nullptr);

    /// The rows for a graph, ready to be shown; made on any thread.
    struct Content {
        Items items;
        std::vector<int> places; ///< by NodeId; -1: not in the tree
    };
    [[nodiscard]] static Content contentOf(const Graph &graph);
    void setContent(Content content);
    void setGraph(const Graph &graph) { setContent(contentOf(graph)); }
    /// Where the node is; invalid if it is not in the tree.
    [[nodiscard]] QModelIndex find(NodeId node) const;

protected:
    [[nodiscard]] NodeId nodeOf(const OutlineRow &row) const override { return row.node; }

private:
    std::vector<int> m_places;
};

} // namespace nervure
