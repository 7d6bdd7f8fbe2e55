// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/profile_model.h"

#include "core/support/units.h"
#include "widgets/document/node_names.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double perMsToGigaPerSecond = 1e-6;

/// FLOP or bytes over ms, in 10^9 a second; 0 for layers that compute nothing.
double rate(double amount, double ms)
{
    return ms > 0 && amount > 0 ? amount / ms * perMsToGigaPerSecond : 0;
}

QString rateText(double rate)
{
    return rate > 0 ? QLocale().toString(rate, 'f', rate < 9.995 ? 2 : (rate < 99.95 ? 1 : 0))
                    : QString();
}

double flopRate(const ProfileRow &row)
{
    return rate(row.layer.flops, row.layer.ms.median);
}

double byteRate(const ProfileRow &row)
{
    return rate(row.layer.bytes, row.layer.ms.median);
}

QString roleText(const QString &role)
{
    if (role == u"layout_transform") {
        return ProfileModel::tr("layout transform");
    }
    if (role == u"copy") {
        return ProfileModel::tr("copy");
    }
    if (role == u"host_fallback") {
        return ProfileModel::tr("on the host");
    }
    return {};
}

QString opText(const ProfileRow &row)
{
    const QString role = roleText(row.layer.role);
    return role.isEmpty() ? row.layer.op : QStringLiteral("%1 · %2").arg(row.layer.op, role);
}

QString nameText(const ProfileRow &row)
{
    const qsizetype fused = row.layer.nodes.size() - 1;
    return fused > 0 ? QStringLiteral("%1 +%2").arg(row.layer.node).arg(fused) : row.layer.node;
}

QString nameToolTip(const ProfileRow &row)
{
    return row.layer.nodes.size() > 1 ? ProfileModel::tr("One layer made of: %1")
                                            .arg(row.layer.nodes.join(QStringLiteral(", ")))
                                      : row.layer.node;
}

QString timeText(const ProfileRow &row)
{
    const QString time = formatTime(row.layer.ms.median, row.unit);
    return row.layer.isBelowTimer ? u'~' + time : time;
}

QString timeToolTip(const ProfileRow &row)
{
    const QString text = ProfileModel::tr("Median %1, smallest %2, 95th percentile %3")
                             .arg(formatTime(row.layer.ms.median), formatTime(row.layer.ms.min),
                                  formatTime(row.layer.ms.p95));
    return row.layer.isBelowTimer
               ? text + u'\n' + ProfileModel::tr("Too short for the clock of the device")
               : text;
}

/// The wider half of the median's confidence interval, as a part of it; NaN when that is not told.
double spreadOf(const ProfileRow &row)
{
    const ProfileTimes &ms = row.layer.ms;
    return std::max(ms.high - ms.median, ms.median - ms.low) / ms.median;
}

/// Shares that are not known sort below all others.
double sortable(double share)
{
    return std::isfinite(share) ? share : -1;
}

QString shareText(double share)
{
    return std::isfinite(share) ? formatShare(share) : QString();
}

QString spreadToolTip(const ProfileRow &row)
{
    return std::isfinite(spreadOf(row))
               ? ProfileModel::tr("With 95 % confidence the median lies between %1 and %2")
                     .arg(formatTime(row.layer.ms.low), formatTime(row.layer.ms.high))
               : QString();
}

/// Whether an algorithm does fewer operations than the plain sum has, as Winograd's do.
bool doesFewer(const ProfileLayer &layer)
{
    return std::isfinite(layer.performedFlops) && layer.performedFlops != layer.flops;
}

QString countsText(const ProfileLayer &layer)
{
    const auto count = [](double flops) {
        return QString::fromStdString(countText(static_cast<std::int64_t>(flops)));
    };
    return ProfileModel::tr("%1 operations performed, %2 in the plain sum")
        .arg(count(layer.performedFlops), count(layer.flops));
}

QString boundText(const ProfileRow &row)
{
    const QString &bound = row.layer.bound;
    if (bound == u"launch") {
        return ProfileModel::tr("launch");
    }
    if (bound == u"bandwidth") {
        return ProfileModel::tr("bandwidth");
    }
    if (bound == u"compute") {
        return ProfileModel::tr("compute");
    }
    return bound == u"neither" ? ProfileModel::tr("neither") : QString();
}

QString boundToolTip(const ProfileRow &row)
{
    const ProfileLayer &layer = row.layer;
    if (!std::isfinite(layer.computeShare) || !std::isfinite(layer.bandwidthShare)) {
        return {};
    }
    const QString text =
        layer.isFromCache
            ? ProfileModel::tr("%1 of the multiply-add peak, %2 of the bandwidth of the cache")
            : ProfileModel::tr("%1 of the multiply-add peak, %2 of the bandwidth of memory");
    const QString shares =
        text.arg(formatShare(layer.computeShare), formatShare(layer.bandwidthShare));
    return doesFewer(layer) ? shares + u'\n' + countsText(layer) : shares;
}

std::vector<Column<ProfileRow>> timeColumns()
{
    using Row = ProfileRow;
    return {
        Column<Row>(ProfileModel::tr("Time"), timeText)
            .sort([](const Row &row) { return row.layer.ms.median; })
            .number()
            .hint(ProfileModel::tr("Median time on the device"))
            .toolTip(timeToolTip),
        Column<Row>(ProfileModel::tr("±"), [](const Row &row) { return shareText(spreadOf(row)); })
            .sort([](const Row &row) { return sortable(spreadOf(row)); })
            .number()
            .muted()
            .hint(ProfileModel::tr("How far the median may be off, with 95 % confidence"))
            .toolTip(spreadToolTip),
        Column<Row>(ProfileModel::tr("Share"),
                    [](const Row &row) { return formatShare(row.share); })
            .sort([](const Row &row) { return row.share; })
            .number()
            .hint(ProfileModel::tr("Share of all layers' time"))
            .share([](const Row &row) { return row.largest > 0 ? row.share / row.largest : 0; }),
        Column<Row>(ProfileModel::tr("Launch"),
                    [](const Row &row) {
                        return std::isnan(row.layer.launchMs)
                                   ? QString()
                                   : formatTime(row.layer.launchMs, row.unit);
                    })
            .sort([](const Row &row) {
                return std::isnan(row.layer.launchMs) ? -1.0 : row.layer.launchMs;
            })
            .number()
            .muted()
            .hint(ProfileModel::tr("Host time of enqueue and finish beyond the layer's own time")),
    };
}

std::vector<Column<ProfileRow>> rateColumns()
{
    using Row = ProfileRow;
    return {
        Column<Row>(ProfileModel::tr("GFLOP/s"),
                    [](const Row &row) { return rateText(flopRate(row)); })
            .sort(flopRate)
            .number()
            .hint(ProfileModel::tr("Operations of the plain sum over the layer's time"))
            .toolTip([](const Row &row) {
                return doesFewer(row.layer) ? countsText(row.layer) : QString();
            }),
        Column<Row>(ProfileModel::tr("GB/s"),
                    [](const Row &row) { return rateText(byteRate(row)); })
            .sort(byteRate)
            .number()
            .hint(ProfileModel::tr("Bytes of inputs and outputs over the layer's time")),
        Column<Row>(ProfileModel::tr("Bound"), boundText)
            .hint(ProfileModel::tr("What keeps the layer from being faster: launching it, the "
                                   "device's memory, its arithmetic, or neither"))
            .toolTip(boundToolTip),
        Column<Row>(ProfileModel::tr("Roof"),
                    [](const Row &row) { return shareText(row.layer.roofShare); })
            .sort([](const Row &row) { return sortable(row.layer.roofShare); })
            .number()
            .hint(ProfileModel::tr("Share of what the device does at best with the operations that "
                                   "are performed and these bytes"))
            .toolTip(boundToolTip),
        Column<Row>(ProfileModel::tr("Kernel"),
                    [](const Row &row) { return row.layer.kernels.join(QStringLiteral(", ")); })
            .code()
            .muted()
            .toolTip([](const Row &row) { return row.layer.algorithm; }),
    };
}

} // namespace

ProfileModel::ProfileModel(QObject *parent) : TableModel(parent)
{
    using Row = ProfileRow;
    std::vector<Column<Row>> columns{
        Column<Row>(tr("Layer"), nameText).toolTip(nameToolTip),
        Column<Row>(tr("Operator"), opText).muted(),
    };
    for (const auto &part : {timeColumns(), rateColumns()}) {
        columns.insert(columns.end(), part.begin(), part.end());
    }
    setColumns(std::move(columns));
}

void ProfileModel::setProfile(const RunProfile &profile, const Graph &graph)
{
    const double total = profile.totalMs();
    double longest = 0;
    for (const ProfileLayer &layer : profile.layers) {
        longest = std::max(longest, layer.ms.median);
    }
    const auto byName = nodesByName(graph);
    std::vector<ProfileRow> rows;
    for (const ProfileLayer &layer : profile.layers) {
        ProfileRow row{layer, {}, 0, 1, timeUnitFor(longest)};
        row.node = lookUp(byName, layer.node.toStdString());
        row.share = total > 0 ? layer.ms.median / total : 0;
        row.largest = total > 0 ? longest / total : 1;
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

} // namespace nervure
