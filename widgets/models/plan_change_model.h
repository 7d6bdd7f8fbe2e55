// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/plan_changes.h"
#include "widgets/models/table_model.h"

#include <QString>

namespace nervure {

/// Two steps' memory plans beside each other.
struct PlanChange {
    MemoryPlanView before;
    MemoryPlanView after;
    std::vector<StorageChange> storages;
};

/// What the plans take in all, at most at one time, and without sharing, before and after.
[[nodiscard]] QString planChangeSummary(const PlanChange &change);
/// "+1.2 MB", "−640 B"; "=" for none.
[[nodiscard]] QString formatGrowth(std::int64_t bytes);

/// The storages of a step's plan beside those of another step, the greatest changes first.
class PlanChangeModel : public TableModel<StorageChange> {
    Q_OBJECT

public:
    enum Columns { Storage, Was, Before, After, Growth, Values };

    explicit PlanChangeModel(QObject *parent = nullptr);

protected:
    [[nodiscard]] NodeId nodeOf(const StorageChange &row) const override
    {
        return row.after ? row.node : NodeId(); // what is gone is not in the graph
    }
};

} // namespace nervure
