// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/tuning/tune_report.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/table_model.h"
#include "widgets/text/format.h"

namespace nervure {

/// What tuning gave a layer.
struct TuningRow {
    TunedLayer layer;
    TunedChoice choice;
    NodeId node;
    double largest = 1; ///< the largest gain in the table, in ms: the full bar
    TimeUnit unit = TimeUnit::Milliseconds;
};

/// What tuning gave each layer, to be sorted by a proxy over SortRole.
class TuningModel : public TableModel<TuningRow> {
    Q_OBJECT

public:
    enum Columns { Name, Kernel, Before, After, Gain, Chosen };

    explicit TuningModel(QObject *parent = nullptr);

    void setReport(const TuneReport &report, const OwnNodes &nodes);

protected:
    [[nodiscard]] NodeId nodeOf(const TuningRow &row) const override { return row.node; }
};

} // namespace nervure
