// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/query.h"
#include "widgets/jobs/node_search.h"
#include "widgets/models/table_model.h"

#include <optional>

namespace nervure {

/// A node that a search found. All that a row shows is worked out when it is seen.
struct FindRow {
    NodeId
        node; ///< in the graph that is shown; holds the one that was found where that is in a body
    std::size_t part = 0; ///< ModelFacts::parts()
    NodeId found = node;  ///< in that part
};

/// The nodes that fit a query, with what the query asked about.
class FindModel : public TableModel<FindRow> {
    Q_OBJECT

public:
    enum ColumnNumber { Name, Operator, Match };

    explicit FindModel(QObject *parent = nullptr);

    /// Shows the answer to the first query of a search.
    void setFound(const Query &query, const FoundNodes &found);
    void clear();
    /// The node in a body that a row is about; nothing where it is one of the graph itself.
    [[nodiscard]] std::optional<InnerNode> inner(const FindRow &row) const;
    /// Those of the rows, in their order, of several in one body the node that holds it once.
    [[nodiscard]] std::vector<NodeId> nodes() const;

protected:
    [[nodiscard]] NodeId nodeOf(const FindRow &row) const override { return row.node; }

private:
    [[nodiscard]] QString op(const FindRow &row) const;
    [[nodiscard]] QString match(const FindRow &row) const;

    std::optional<Query> m_query;
    [[nodiscard]] const ModelFacts::Part &part(const FindRow &row) const;

    std::shared_ptr<const ModelFacts> m_model; ///< of the rows
};

} // namespace nervure
