// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/plan_comparison.h"
#include "widgets/models/tree_model.h"

#include <unordered_map>

namespace nervure {

/// A row of the memory table: a storage, or a value that lives in it.
struct StorageRow {
    std::int64_t storage = 0;
    QString label;
    std::int64_t bytes = 0;
    std::int64_t offset = -1;
    double share = 0; ///< of the whole plan; 0 for a value within a storage
    std::uint32_t firstStep = 0;
    std::uint32_t lastStep = 0;
    QString note;
    NodeId node;             ///< of a value
    std::uint32_t entry = 0; ///< of a value
};

/// The storages of a memory plan, each with the values that live in it one after the other; for each
/// value also where other planners put it.
class StorageModel : public TreeModel<StorageRow> {
    Q_OBJECT

public:
    /// From FirstPlanner on a column for each of plannerInfos(), in their order.
    enum Columns { Name, Bytes, Offset, FirstPlanner, Share = FirstPlanner + 3, Steps, Note };

    explicit StorageModel(QObject *parent = nullptr);

    /// The rows of a plan, ready to be shown; made on any thread.
    struct Content {
        Items items;
        std::unordered_map<NodeId, int> places;
    };
    [[nodiscard]] static Content contentOf(const MemoryPlanView &plan);
    void setContent(Content content);
    void setPlan(const MemoryPlanView &plan) { setContent(contentOf(plan)); }
    /// What others make of the same graph.
    void setOthers(std::vector<PlannerPlan> plans);
    [[nodiscard]] QModelIndex find(NodeId node) const;
    /// The row of the storage itself.
    [[nodiscard]] QModelIndex findStorage(std::int64_t id) const;
    [[nodiscard]] std::int64_t storageOf(const QModelIndex &index) const;

protected:
    [[nodiscard]] NodeId nodeOf(const StorageRow &row) const override { return row.node; }

private:
    [[nodiscard]] QString placeText(const StorageRow &row, const std::string &planner) const;

    std::unordered_map<NodeId, int> m_places;
    std::vector<PlannerPlan> m_others;
};

} // namespace nervure
