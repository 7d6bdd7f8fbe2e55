// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/run_findings.h"
#include "core/graph/graph.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/table_model.h"
#include "widgets/text/format.h"

namespace nervure {

/// A finding with the node of its first layer.
struct RunFindingRow {
    RunFinding finding;
    NodeId node;
    double largest = 1; ///< the largest share in the table: the full bar
    TimeUnit unit = TimeUnit::Milliseconds;
};

/// Where the time of a run might be saved, in sentences, what costs most first.
class RunFindingModel : public TableModel<RunFindingRow> {
    Q_OBJECT

public:
    enum Columns { Cost, Share, Text };

    explicit RunFindingModel(QObject *parent = nullptr);

    void setFindings(std::vector<RunFinding> findings, const ProfileData &profile,
                     const OwnNodes &nodes);

protected:
    [[nodiscard]] NodeId nodeOf(const RunFindingRow &row) const override { return row.node; }
};

} // namespace nervure
