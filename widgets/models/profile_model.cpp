// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/profile_model.h"

#include "core/execution/profile/critical_path.h"
#include "core/execution/profile/node_times.h"
#include "core/support/text.h"
#include "core/support/units.h"
#include "widgets/models/layer_words.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

constexpr double perMsToGigaPerSecond = 1e-6;

/// FLOP or bytes over ms, in 10^9 a second; 0 for layers that compute nothing.
double rate(std::int64_t count, double ms)
{
    const auto amount = static_cast<double>(count);
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

QString roleText(std::string_view role)
{
    if (role == "layout_transform") {
        return ProfileModel::tr("layout transform");
    }
    if (role == "copy") {
        return ProfileModel::tr("copy");
    }
    if (role == "host_fallback") {
        return ProfileModel::tr("on the host");
    }
    return {};
}

QString opText(const ProfileRow &row)
{
    const QString op = toQString(row.layer.op);
    const QString role = roleText(row.layer.role);
    return role.isEmpty() ? op : QStringLiteral("%1 · %2").arg(op, role);
}

QString nameText(const ProfileRow &row)
{
    QString name = toQString(row.within + row.layer.node.name);
    const std::size_t nodes = row.layer.nodes.size();
    if (nodes > 1) {
        name += QStringLiteral(" +%1").arg(nodes - 1);
    }
    return row.within.empty() ? name : name + QStringLiteral(" ×%1").arg(row.layer.calls);
}

QString nameToolTip(const ProfileRow &row)
{
    return row.layer.nodes.size() > 1 ? ProfileModel::tr("One layer made of: %1")
                                            .arg(toQString(join(namesOf(row.layer.nodes), ", ")))
                                      : toQString(row.layer.node.name);
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

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

/// The wider half of the median's confidence interval, as a part of it; NaN when that is not told.
double spreadOf(const ProfileRow &row)
{
    return row.layer.ms.uncertainty().value_or(notKnown);
}

/// How near to the device's roof; NaN where that is not known.
double roofOf(const ProfileRow &row)
{
    const LayerVerdict &verdict = row.layer.verdict;
    return verdict.isKnown() ? verdict.roofShare : notKnown;
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
    const auto &interval = row.layer.ms.interval;
    return interval ? ProfileModel::tr("With 95 % confidence the median lies between %1 and %2")
                          .arg(formatTime(interval->low), formatTime(interval->high))
                    : QString();
}

/// Where an algorithm does fewer operations than the plain sum has, as Winograd's do.
QString countsText(const LayerProfile &layer)
{
    const auto count = [](std::int64_t flops) { return toQString(countText(flops)); };
    return layer.performedFlops == layer.flops
               ? QString()
               : ProfileModel::tr("%1 operations performed, %2 in the plain sum")
                     .arg(count(layer.performedFlops), count(layer.flops));
}

QString boundText(const ProfileRow &row)
{
    switch (row.layer.verdict.bound) {
    case LayerBound::Launch: return ProfileModel::tr("launch");
    case LayerBound::Bandwidth: return ProfileModel::tr("bandwidth");
    case LayerBound::Compute: return ProfileModel::tr("compute");
    case LayerBound::Neither: return ProfileModel::tr("neither");
    case LayerBound::Unknown:
    case LayerBound::Host: break;
    }
    return {};
}

QString boundToolTip(const ProfileRow &row)
{
    const LayerVerdict &verdict = row.layer.verdict;
    if (!verdict.isKnown()) {
        return {};
    }
    const QString shares = verdictSentence(row.layer);
    const QString counts = countsText(row.layer);
    return counts.isEmpty() ? shares : shares + u'\n' + counts;
}

QString kernelsText(const ProfileRow &row)
{
    QStringList names;
    for (const KernelProfile &kernel : row.layer.kernels) {
        names.append(toQString(kernel.name));
    }
    return names.join(QStringLiteral(", "));
}

/// Of the first kernel that names one.
QString algorithmText(const ProfileRow &row)
{
    for (const KernelProfile &kernel : row.layer.kernels) {
        if (!kernel.algorithm.empty()) {
            return toQString(kernel.algorithm);
        }
    }
    return {};
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
        Column<Row>(ProfileModel::tr("Slack"),
                    [](const Row &row) {
                        return row.slackMs > 0 ? formatTime(row.slackMs, row.unit) : QString();
                    })
            .sort([](const Row &row) { return row.slackMs; })
            .number()
            .muted()
            .hint(ProfileModel::tr(
                "How much longer the layer could take if layers that do not wait for "
                "each other ran at once; nothing on the critical path")),
        Column<Row>(ProfileModel::tr("Launch"),
                    [](const Row &row) {
                        return row.isSerialized ? formatTime(row.layer.launchMs, row.unit)
                                                : QString();
                    })
            .sort([](const Row &row) { return row.isSerialized ? row.layer.launchMs : -1.0; })
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
            .toolTip([](const Row &row) { return countsText(row.layer); }),
        Column<Row>(ProfileModel::tr("GB/s"),
                    [](const Row &row) { return rateText(byteRate(row)); })
            .sort(byteRate)
            .number()
            .hint(ProfileModel::tr("Bytes of inputs and outputs over the layer's time")),
        Column<Row>(ProfileModel::tr("Bound"), boundText)
            .hint(ProfileModel::tr("What keeps the layer from being faster: launching it, the "
                                   "device's memory, its arithmetic, or neither"))
            .toolTip(boundToolTip),
        Column<Row>(ProfileModel::tr("Roof"), [](const Row &row) { return shareText(roofOf(row)); })
            .sort([](const Row &row) { return sortable(roofOf(row)); })
            .number()
            .hint(ProfileModel::tr("Share of what the device does at best with the operations that "
                                   "are performed and these bytes"))
            .toolTip(boundToolTip),
        Column<Row>(ProfileModel::tr("Kernel"), kernelsText).code().muted().toolTip(algorithmText),
    };
}

/// Rows for the layers of a row's bodies, behind all others.
void addInnerRows(const ProfileRow &around, double total, std::vector<ProfileRow> &rows)
{
    for (const LayerProfile &inner : around.layer.inner) {
        ProfileRow row = around;
        row.layer = inner;
        row.slackMs = 0;
        row.share = total > 0 ? inner.ms.median / total : 0;
        row.within = around.within + around.layer.node.name + '/';
        rows.push_back(row);
        addInnerRows(row, total, rows);
    }
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

void ProfileModel::setProfile(const ProfileReport &profile, const OwnNodes &nodes,
                              const std::vector<bool> &counted)
{
    const double total = totalMs(profile.data);
    double longest = 0;
    for (const LayerProfile &layer : profile.data.layers) {
        longest = std::max(longest, layer.ms.median);
    }
    const NodeTimes times = timesOfShown(profile.data, nodes);
    const CriticalPath path = criticalPathOf(profile.data);
    std::vector<ProfileRow> rows;
    for (std::size_t i = 0; i < times.roots.size(); ++i) {
        if (i < counted.size() && !counted[i]) {
            continue;
        }
        const LayerProfile &layer = profile.data.layers[i];
        ProfileRow row{layer, times.roots[i], 0, 1, timeUnitFor(longest)};
        row.isSerialized = profile.mode == RunMode::Serialized;
        row.share = total > 0 ? layer.ms.median / total : 0;
        row.largest = total > 0 ? longest / total : 1;
        row.slackMs = path.slackMs[i];
        rows.push_back(row);
        addInnerRows(row, total, rows);
    }
    setRows(std::move(rows));
}

} // namespace nervure
