// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/profile_compare.h"
#include "widgets/models/table_model.h"
#include "widgets/text/format.h"

namespace nervure {

/// Layers of two runs that run the same nodes, or of one that the other has not.
struct RunComparisonRow {
    ComparedLayers layers;
    NodeId node;
    double largest = 1; ///< the largest difference in the table, in ms: the full bar
    TimeUnit unit = TimeUnit::Milliseconds;
};

/// What became of each layer from one run to another, to be sorted by a proxy over SortRole.
class RunComparisonModel : public TableModel<RunComparisonRow> {
    Q_OBJECT

public:
    enum Columns { Name, First, Second, Difference, Change, Within, Verdict };

    explicit RunComparisonModel(QObject *parent = nullptr);

    void setComparison(const ComparedProfiles &compared, const Graph &graph);

protected:
    [[nodiscard]] NodeId nodeOf(const RunComparisonRow &row) const override { return row.node; }
};

/// "+12.3 %" of a ratio of 1.123.
[[nodiscard]] QString ratioText(double ratio);

} // namespace nervure
