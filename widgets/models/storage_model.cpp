// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/storage_model.h"

#include "widgets/text/format.h"

namespace nervure {

namespace {

QString stepsText(const StorageRow &row)
{
    return QStringLiteral("%1–%2").arg(row.firstStep).arg(row.lastStep);
}

StorageRow rowOf(const StorageBlock &block, std::int64_t planned)
{
    StorageRow row;
    row.storage = block.id;
    row.label = StorageModel::tr("Storage %1").arg(block.id);
    row.bytes = block.bytes;
    row.share = planned > 0 ? static_cast<double>(block.bytes) / static_cast<double>(planned) : 0;
    row.firstStep = block.firstStep();
    row.lastStep = block.lastStep();
    row.note = StorageModel::tr("%n value(s)", nullptr, static_cast<int>(block.tenants.size()));
    return row;
}

StorageRow rowOf(const StorageTenant &tenant, std::int64_t storage)
{
    StorageRow row;
    row.storage = storage;
    row.label = toQString(tenant.name);
    if (tenant.output > 0) {
        row.label += QStringLiteral("[%1]").arg(tenant.output);
    }
    row.bytes = tenant.bytes;
    row.firstStep = tenant.firstStep;
    row.lastStep = tenant.lastStep;
    row.note = tenant.inPlace ? StorageModel::tr("in place") : QString();
    row.node = tenant.node;
    return row;
}

} // namespace

StorageModel::StorageModel(QObject *parent) : TreeModel(parent)
{
    using Row = StorageRow;
    setColumns({
        Column<Row>(tr("Storage"), [](const Row &row) { return row.label; })
            .sort([](const Row &row) {
                return row.node.isValid() ? QVariant(row.firstStep)
                                          : QVariant::fromValue(qlonglong(row.storage));
            }),
        Column<Row>(tr("Size"), [](const Row &row) { return formatBytes(row.bytes); })
            .sort([](const Row &row) { return QVariant::fromValue(qlonglong(row.bytes)); })
            .number()
            .hint(tr("As NNVM counts: four bytes an element, whatever its type"))
            .toolTip([](const Row &row) { return formatBytesExactly(row.bytes); }),
        Column<Row>(
            tr("Share"),
            [](const Row &row) { return row.node.isValid() ? QString() : formatShare(row.share); })
            .sort([](const Row &row) { return row.share; })
            .number()
            .share([](const Row &row) {
                return row.node.isValid() ? QVariant() : QVariant(row.share);
            }),
        Column<Row>(tr("Steps"), stepsText)
            .sort([](const Row &row) { return row.firstStep; })
            .number()
            .hint(tr("From the step that writes it first to the one that reads it last")),
        Column<Row>(tr("Note"), [](const Row &row) { return row.note; }).muted(),
    });
}

void StorageModel::setPlan(const MemoryPlanView &plan)
{
    Items items;
    m_places.clear();
    for (const StorageBlock &block : plan.blocks) {
        const int parent = addItem(items, -1, rowOf(block, plan.plannedBytes));
        for (const StorageTenant &tenant : block.tenants) {
            m_places.emplace(tenant.node, addItem(items, parent, rowOf(tenant, block.id)));
        }
    }
    setItems(std::move(items));
}

QModelIndex StorageModel::find(NodeId node) const
{
    const auto it = m_places.find(node);
    return it == m_places.end() ? QModelIndex() : indexOf(it->second);
}

QModelIndex StorageModel::findStorage(std::int64_t id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex at = index(row, 0, {});
        if (item(at).row.storage == id) {
            return at;
        }
    }
    return {};
}

std::int64_t StorageModel::storageOf(const QModelIndex &index) const
{
    return index.isValid() ? item(index).row.storage : -1;
}

} // namespace nervure
