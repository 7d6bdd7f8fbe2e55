// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/pass_step.h"
#include "widgets/models/table_model.h"

namespace nervure {

/// A node that a pass made, changed, fused or removed. Its words are made when they are seen: a pass
/// may change a hundred thousand nodes.
struct StepChangeRow {
    const NodeChange *change = nullptr;
    const Node *node = nullptr;    ///< as it is now; as it was, where it is gone
    const Graph *before = nullptr; ///< what the pass was given
};

/// What the pass of a stage did, node by node. Empty for the document's own graph.
class StepChangeModel : public TableModel<StepChangeRow> {
    Q_OBJECT

public:
    enum Columns { Change, Name, Operator, From };

    explicit StepChangeModel(QObject *parent = nullptr);

    void setStage(const ModelStage &stage);

protected:
    [[nodiscard]] NodeId nodeOf(const StepChangeRow &row) const override;

private:
    ModelStage m_stage; ///< keeps what the rows point to
};

} // namespace nervure
