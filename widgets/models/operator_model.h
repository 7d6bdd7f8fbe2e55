// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/tree_model.h"

#include <unordered_map>

namespace nervure {

/// A row of the list by operator: an operator with its count, or one of its nodes.
struct OperatorRow {
    QString label;
    NodeId node; ///< invalid for the operator itself
    int count = 0;
};

/// The nodes of a graph under their operators, the most frequent operator first.
class OperatorModel : public TreeModel<OperatorRow> {
    Q_OBJECT

public:
    explicit OperatorModel(QObject *parent = nullptr);

    void setGraph(const Graph &graph);
    [[nodiscard]] QModelIndex find(NodeId node) const;

protected:
    [[nodiscard]] NodeId nodeOf(const OperatorRow &row) const override { return row.node; }

private:
    std::unordered_map<NodeId, int> m_places;
};

} // namespace nervure
