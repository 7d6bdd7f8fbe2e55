// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/plan_change_model.h"

#include "widgets/text/format.h"

#include <cstdlib>

namespace nervure {

namespace {

QString numberText(const std::optional<std::int64_t> &number)
{
    return number ? QString::number(*number) : QStringLiteral("–");
}

QString valuesText(const StorageChange &row)
{
    if (!row.before) {
        return PlanChangeModel::tr("%n value(s), a new storage", nullptr,
                                   static_cast<int>(row.valuesAfter));
    }
    if (!row.after) {
        return PlanChangeModel::tr("held %n value(s), is gone", nullptr,
                                   static_cast<int>(row.valuesBefore));
    }
    return PlanChangeModel::tr("%1 before, %2 after, %3 of them the same")
        .arg(row.valuesBefore)
        .arg(row.valuesAfter)
        .arg(row.shared);
}

QString bothBytes(const QString &words, std::int64_t before, std::int64_t after)
{
    const QString both = before == after ? formatBytes(after)
                                         : QStringLiteral("%1 → %2 (%3)")
                                               .arg(formatBytes(before), formatBytes(after),
                                                    formatGrowth(after - before));
    return words.arg(both);
}

} // namespace

QString formatGrowth(std::int64_t bytes)
{
    if (bytes == 0) {
        return QStringLiteral("=");
    }
    return (bytes > 0 ? QStringLiteral("+") : QStringLiteral("−")) + formatBytes(std::llabs(bytes));
}

QString planChangeSummary(const PlanChange &change)
{
    return QStringList{bothBytes(PlanChangeModel::tr("Planned %1"), change.before.plannedBytes,
                                 change.after.plannedBytes),
                       bothBytes(PlanChangeModel::tr("at most at one time %1"),
                                 peakBytes(change.before), peakBytes(change.after)),
                       bothBytes(PlanChangeModel::tr("without sharing %1"),
                                 change.before.naiveBytes, change.after.naiveBytes)}
        .join(QStringLiteral(" · "));
}

PlanChangeModel::PlanChangeModel(QObject *parent) : TableModel(parent)
{
    using Row = StorageChange;
    const auto bytes = [](bool isThere, std::int64_t amount) {
        return isThere ? formatBytes(amount) : QStringLiteral("–");
    };
    setColumns({
        Column<Row>(tr("Storage"), [](const Row &row) { return numberText(row.after); })
            .sort([](const Row &row) { return qlonglong(row.after.value_or(-1)); })
            .number(),
        Column<Row>(tr("Was"), [](const Row &row) { return numberText(row.before); })
            .sort([](const Row &row) { return qlonglong(row.before.value_or(-1)); })
            .number()
            .hint(tr("The storage of the other step that has most values in common with it")),
        Column<Row>(
            tr("Before"),
            [bytes](const Row &row) { return bytes(row.before.has_value(), row.bytesBefore); })
            .sort([](const Row &row) { return qlonglong(row.bytesBefore); })
            .number(),
        Column<Row>(
            tr("After"),
            [bytes](const Row &row) { return bytes(row.after.has_value(), row.bytesAfter); })
            .sort([](const Row &row) { return qlonglong(row.bytesAfter); })
            .number(),
        Column<Row>(tr("Change"), [](const Row &row) { return formatGrowth(row.growth()); })
            .sort([](const Row &row) { return qlonglong(row.growth()); })
            .number(),
        Column<Row>(tr("Values"), valuesText).toolTip(valuesText).muted(),
    });
}

} // namespace nervure
