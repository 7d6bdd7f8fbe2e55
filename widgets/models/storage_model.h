// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/memory_plan.h"
#include "widgets/models/tree_model.h"

#include <unordered_map>

namespace nervure {

/// A row of the memory table: a storage, or a value that lives in it.
struct StorageRow {
    std::int64_t storage = 0;
    QString label;
    std::int64_t bytes = 0;
    double share = 0; ///< of the whole plan, storages only
    std::uint32_t firstStep = 0;
    std::uint32_t lastStep = 0;
    QString note;
    NodeId node; ///< of a value
};

/// The storages of a memory plan, each with the values that live in it one after the other.
class StorageModel : public TreeModel<StorageRow> {
    Q_OBJECT

public:
    enum Columns { Name, Bytes, Share, Steps, Note };

    explicit StorageModel(QObject *parent = nullptr);

    void setPlan(const MemoryPlanView &plan);
    [[nodiscard]] QModelIndex find(NodeId node) const;
    /// The row of the storage itself.
    [[nodiscard]] QModelIndex findStorage(std::int64_t id) const;
    [[nodiscard]] std::int64_t storageOf(const QModelIndex &index) const;

protected:
    [[nodiscard]] NodeId nodeOf(const StorageRow &row) const override { return row.node; }

private:
    std::unordered_map<NodeId, int> m_places;
};

} // namespace nervure
