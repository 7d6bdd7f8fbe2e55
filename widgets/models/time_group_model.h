// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/time_groups.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/table_model.h"
#include "widgets/text/format.h"

namespace nervure {

/// Layers that have their operator, kernel or scope in common.
struct TimeGroupRow {
    TimeGroup group;
    double largest = 1; ///< the largest share in the table: the full bar
    TimeUnit unit = TimeUnit::Milliseconds;
    NodeId node; ///< of its slowest layer
};

/// The time of a profile by operator, kernel or scope, to be sorted by a proxy over SortRole.
class TimeGroupModel : public TableModel<TimeGroupRow> {
    Q_OBJECT

public:
    enum Columns { Name, Time, Share, Layers, Launches, Flops, Bandwidth };

    explicit TimeGroupModel(QObject *parent = nullptr);

    /// Of the layers that count; empty: all.
    void setProfile(const ProfileData &profile, TimeGrouping grouping, const OwnNodes &nodes,
                    const std::vector<bool> &counted);

protected:
    [[nodiscard]] NodeId nodeOf(const TimeGroupRow &row) const override { return row.node; }
};

} // namespace nervure
