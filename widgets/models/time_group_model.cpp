// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/time_group_model.h"

#include "core/execution/profile/node_times.h"

#include <QLocale>

#include <algorithm>

namespace nervure {

namespace {

double groupRate(std::int64_t amount, double ms)
{
    constexpr double perMsToGigas = 1e-6;
    return ms > 0 && amount > 0 ? static_cast<double>(amount) / ms * perMsToGigas : 0;
}

QString groupRateText(double rate)
{
    return rate > 0 ? QLocale().toString(rate, 'f', rate < 10 ? 2 : rate < 100 ? 1 : 0) : QString();
}

QString groupName(const TimeGroupRow &row)
{
    return row.group.name.empty() ? TimeGroupModel::tr("(none)") : toQString(row.group.name);
}

/// The layer of a group that takes most.
NodeId slowestNode(const TimeGroup &group, const ProfileData &profile, const NodeTimes &times)
{
    const auto slowest = std::max_element(
        group.ids.begin(), group.ids.end(), [&profile](std::uint32_t a, std::uint32_t b) {
            return profile.layers[a].ms.median < profile.layers[b].ms.median;
        });
    return slowest == group.ids.end() ? NodeId() : times.roots[*slowest];
}

std::vector<Column<TimeGroupRow>> groupColumns()
{
    using Row = TimeGroupRow;
    return {
        Column<Row>(TimeGroupModel::tr("Name"), groupName).toolTip(groupName),
        Column<Row>(TimeGroupModel::tr("Time"),
                    [](const Row &row) { return formatTime(row.group.ms, row.unit); })
            .sort([](const Row &row) { return row.group.ms; })
            .number()
            .hint(TimeGroupModel::tr("Sum of the medians of its layers")),
        Column<Row>(TimeGroupModel::tr("Share"),
                    [](const Row &row) { return formatShare(row.group.share); })
            .sort([](const Row &row) { return row.group.share; })
            .number()
            .hint(TimeGroupModel::tr("Share of all layers' time"))
            .share(
                [](const Row &row) { return row.largest > 0 ? row.group.share / row.largest : 0; }),
        Column<Row>(
            TimeGroupModel::tr("Layers"),
            [](const Row &row) { return formatCount(static_cast<std::int64_t>(row.group.layers)); })
            .sort([](const Row &row) { return static_cast<qulonglong>(row.group.layers); })
            .number()
            .muted(),
        Column<Row>(TimeGroupModel::tr("Launches"),
                    [](const Row &row) {
                        return formatCount(static_cast<std::int64_t>(row.group.launches));
                    })
            .sort([](const Row &row) { return static_cast<qulonglong>(row.group.launches); })
            .number()
            .muted()
            .hint(TimeGroupModel::tr("Kernels that one run launches")),
        Column<Row>(
            TimeGroupModel::tr("GFLOP/s"),
            [](const Row &row) { return groupRateText(groupRate(row.group.flops, row.group.ms)); })
            .sort([](const Row &row) { return groupRate(row.group.flops, row.group.ms); })
            .number()
            .hint(TimeGroupModel::tr("Operations of the plain sum over the time")),
        Column<Row>(
            TimeGroupModel::tr("GB/s"),
            [](const Row &row) { return groupRateText(groupRate(row.group.bytes, row.group.ms)); })
            .sort([](const Row &row) { return groupRate(row.group.bytes, row.group.ms); })
            .number()
            .hint(TimeGroupModel::tr("Bytes of inputs and outputs over the time")),
    };
}

} // namespace

TimeGroupModel::TimeGroupModel(QObject *parent) : TableModel(parent)
{
    setColumns(groupColumns());
}

void TimeGroupModel::setProfile(const ProfileData &profile, TimeGrouping grouping,
                                const OwnNodes &nodes, const std::vector<bool> &counted)
{
    const NodeTimes times = timesOfShown(profile, nodes);
    std::vector<TimeGroup> groups = groupTimes(profile, grouping, nodes.graph(), counted);
    std::vector<TimeGroupRow> rows;
    for (TimeGroup &group : groups) {
        TimeGroupRow row;
        row.largest = groups.front().share;
        row.node = slowestNode(group, profile, times);
        row.group = std::move(group);
        rows.push_back(std::move(row));
    }
    const TimeUnit unit = timeUnitFor(rows.empty() ? 0 : rows.front().group.ms);
    for (TimeGroupRow &row : rows) {
        row.unit = unit;
    }
    setRows(std::move(rows));
}

} // namespace nervure
