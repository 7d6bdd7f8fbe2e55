// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/storage_model.h"

#include "widgets/text/format.h"

namespace nervure {

namespace {

QString stepsText(const StorageRow &row)
{
    return QStringLiteral("%1–%2").arg(row.firstStep).arg(row.lastStep);
}

QString offsetText(std::int64_t offset)
{
    return offset < 0 ? QString() : formatCount(offset);
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
    row.offset = block.tenants.empty() ? -1 : block.tenants.front().offset;
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
    row.offset = tenant.offset;
    row.note = tenant.inPlace ? StorageModel::tr("in place") : QString();
    row.node = tenant.node;
    row.entry = tenant.entry;
    return row;
}

} // namespace

StorageModel::StorageModel(QObject *parent) : TreeModel(parent)
{
    using Row = StorageRow;
    std::vector<Column<Row>> columns{
        Column<Row>(tr("Storage"), [](const Row &row) { return row.label; })
            .sort([](const Row &row) {
                return row.node.isValid() ? QVariant(row.firstStep)
                                          : QVariant::fromValue(qlonglong(row.storage));
            }),
        Column<Row>(tr("Size"), [](const Row &row) { return formatBytes(row.bytes); })
            .sort([](const Row &row) { return QVariant::fromValue(qlonglong(row.bytes)); })
            .number()
            .hint(tr(
                "In plans without offsets as NNVM counts: four bytes per element, whatever its type"))
            .toolTip([](const Row &row) { return formatBytesExactly(row.bytes); }),
        Column<Row>(tr("Offset"), [](const Row &row) { return offsetText(row.offset); })
            .sort([](const Row &row) { return QVariant::fromValue(qlonglong(row.offset)); })
            .number()
            .hint(tr("Bytes from the start of the arena")),
    };
    for (const PlannerInfo &planner : plannerInfos()) {
        columns.push_back(
            Column<Row>(planner.title,
                        [this, key = planner.key](const Row &row) { return placeText(row, key); })
                .number()
                .hint(tr("Where this planner puts it: an offset, or the number of a storage\n%1")
                          .arg(planner.hint))
                .muted());
    }
    columns.insert(
        columns.end(),
        {
            Column<Row>(
                tr("Share"),
                [](const Row &row) { return row.share > 0 ? formatShare(row.share) : QString(); })
                .sort([](const Row &row) { return row.share; })
                .number()
                .share([](const Row &row) {
                    return row.share > 0 ? QVariant(row.share) : QVariant();
                }),
            Column<Row>(tr("Steps"), stepsText)
                .sort([](const Row &row) { return row.firstStep; })
                .number()
                .hint(tr("From the step that writes it first to the one that reads it last")),
            Column<Row>(tr("Note"), [](const Row &row) { return row.note; }).muted(),
        });
    setColumns(std::move(columns));
}

StorageModel::Content StorageModel::contentOf(const MemoryPlanView &plan)
{
    Content content;
    Items &items = content.items;
    for (const StorageBlock &block : plan.blocks) {
        const StorageRow storage = rowOf(block, plan.plannedBytes);
        if (plan.hasOffsets && block.tenants.size() == 1) {
            // In an arena most storages are one value's: no level between.
            StorageRow value = rowOf(block.tenants[0], block.id);
            value.share = storage.share;
            content.places.emplace(value.node, addItem(items, -1, std::move(value)));
            continue;
        }
        const int parent = addItem(items, -1, storage);
        for (const StorageTenant &tenant : block.tenants) {
            content.places.emplace(tenant.node, addItem(items, parent, rowOf(tenant, block.id)));
        }
    }
    return content;
}

void StorageModel::setContent(Content content)
{
    m_places = std::move(content.places);
    setItems(std::move(content.items));
}

void StorageModel::setOthers(std::vector<PlannerPlan> plans)
{
    m_others = std::move(plans);
    const auto tell = [this](const QModelIndex &parent) {
        if (const int rows = rowCount(parent); rows > 0) {
            Q_EMIT dataChanged(index(0, FirstPlanner, parent), index(rows - 1, Share - 1, parent));
        }
    };
    tell({});
    for (int row = 0; row < rowCount(); ++row) {
        tell(index(row, 0, {}));
    }
}

QString StorageModel::placeText(const StorageRow &row, const std::string &planner) const
{
    for (const PlannerPlan &plan : m_others) {
        if (plan.planner != planner || !row.node.isValid()) {
            continue;
        }
        if (!plan.offset.empty()) {
            return row.entry < plan.offset.size() ? offsetText(plan.offset[row.entry]) : QString();
        }
        const bool isPlaced = row.entry < plan.storage.size() && plan.storage[row.entry] >= 0;
        return isPlaced ? QStringLiteral("#%1").arg(plan.storage[row.entry]) : QString();
    }
    return {};
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
