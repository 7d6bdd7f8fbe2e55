// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/pass_step.h"
#include "widgets/models/table_model.h"

#include <unordered_map>

namespace nervure {

/// Something that a pass did: to a node, to a value of one that is as it was, or to the graph's results. Its
/// words are made when they are seen: a pass may change a hundred thousand nodes.
struct StepChangeRow {
    const NodeChange *change = nullptr;
    const AbsorbedNode *absorbed = nullptr;
    const ChangedValue *value = nullptr;
    const ChangeDetail *result = nullptr;
    const Node *node = nullptr; ///< as it is now; as it was, where it is gone; null: of a result
};

/// What the pass of a stage did, node by node. Empty for the document's own graph.
class StepChangeModel : public TableModel<StepChangeRow> {
    Q_OBJECT

public:
    enum Columns { Change, Name, Operator, What, Match };

    explicit StepChangeModel(QObject *parent = nullptr);

    void setStage(const ModelStage &stage);
    /// Whether it was found out which nodes are the same, so that Match has something to tell.
    [[nodiscard]] bool isMatched() const { return m_stage.match != nullptr; }

protected:
    [[nodiscard]] NodeId nodeOf(const StepChangeRow &row) const override;

private:
    [[nodiscard]] QStringList whatOf(const StepChangeRow &row) const;
    [[nodiscard]] QString matchOf(const StepChangeRow &row) const;

    ModelStage m_stage; ///< keeps what the rows point to
    /// By node of the stage, and of the one before.
    std::unordered_map<NodeId, const NodeMatch *> m_matches;
    std::unordered_map<NodeId, const UnmatchedNode *> m_new;
    std::unordered_map<NodeId, const UnmatchedNode *> m_gone;
};

} // namespace nervure
