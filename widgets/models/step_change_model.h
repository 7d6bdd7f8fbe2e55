// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/graph_changes.h"
#include "widgets/document/pass_step.h"
#include "widgets/models/table_model.h"

#include <QString>

namespace nervure {

/// A node that a pass made, changed, fused or removed.
struct StepChangeRow {
    ChangeMark mark = ChangeMark::None;
    QString name;
    QString op;
    QString from; ///< names of the nodes before, and the pass's reason
    NodeId node;  ///< invalid when it is gone
};

/// What the pass of a stage did, node by node. Empty for the document's own graph.
class StepChangeModel : public TableModel<StepChangeRow> {
    Q_OBJECT

public:
    enum Columns { Change, Name, Operator, From };

    explicit StepChangeModel(QObject *parent = nullptr);

    void setStage(const ModelStage &stage);

protected:
    [[nodiscard]] NodeId nodeOf(const StepChangeRow &row) const override { return row.node; }
};

} // namespace nervure
