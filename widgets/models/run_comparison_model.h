// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/profile_compare.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/table_model.h"
#include "widgets/text/format.h"

#include <optional>
#include <vector>

namespace nervure {

/// Layers of two runs that run the same nodes, or of one that the other has not.
struct RunComparisonRow {
    ComparedLayers layers;
    std::vector<std::optional<ComparedTime>>
        further; ///< of runs that run the nodes as well, beside the first
    NodeId node;
    double largest = 1; ///< the largest difference in the table, in ms: the full bar
    TimeUnit unit = TimeUnit::Milliseconds;
};

/// What became of each layer from one run to another, to be sorted by a proxy over SortRole. Further runs have two
/// columns each behind these: their time, and the change from the first.
class RunComparisonModel : public TableModel<RunComparisonRow> {
    Q_OBJECT

public:
    enum Columns { Name, First, Second, Difference, Change, Within, Verdict };

    explicit RunComparisonModel(QObject *parent = nullptr);

    /// `further`: the numbers of the further runs.
    void setComparison(const ProfileSeries &series, const std::vector<std::uint32_t> &further,
                       const OwnNodes &nodes);

protected:
    [[nodiscard]] NodeId nodeOf(const RunComparisonRow &row) const override { return row.node; }
};

/// "faster", "same within noise".
[[nodiscard]] QString changeWords(Change change);
/// "+12.3 %" of a ratio of 1.123.
[[nodiscard]] QString ratioText(double ratio);

} // namespace nervure
