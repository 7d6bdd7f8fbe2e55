// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/run_finding_model.h"

#include "core/execution/profile/node_times.h"

#include <QLocale>

namespace nervure {

namespace {

using FindingRow = RunFindingRow;

QString factorText(double factor)
{
    return QLocale().toString(factor, 'f', factor < 10 ? 2 : 0);
}

QString findingText(const FindingRow &row)
{
    const RunFinding &finding = row.finding;
    const int count = static_cast<int>(finding.layers.size());
    const QString layer = toQString(finding.layer);
    switch (finding.kind) {
    case RunFindingKind::Launch:
        return RunFindingModel::tr("%n layer(s) take less than twice what launching them costs: "
                                   "fuse them, or run larger batches",
                                   nullptr, count);
    case RunFindingKind::Transform:
        return RunFindingModel::tr("%n layer(s) only change layouts or copy, %1 the most", nullptr,
                                   count)
            .arg(layer);
    case RunFindingKind::Twin:
        return RunFindingModel::tr("%1 takes %2 times as long as %3, which does the same work")
            .arg(layer, factorText(finding.factor), toQString(finding.other));
    case RunFindingKind::Tail:
        return RunFindingModel::tr("%1: its %2 work-groups keep %3 of the %4 compute units busy")
            .arg(layer)
            .arg(finding.groups)
            .arg(formatShare(finding.factor))
            .arg(finding.units);
    case RunFindingKind::Neither:
        return RunFindingModel::tr("%1 is at neither roof: the device allows %2 times "
                                   "the speed of its fastest run")
            .arg(layer, factorText(finding.factor));
    case RunFindingKind::Transfers:
        return RunFindingModel::tr("Inputs and outputs on their way to the device and back");
    case RunFindingKind::Unexplained:
        return RunFindingModel::tr("What neither layers, their launches nor transfers explain");
    }
    return {};
}

} // namespace

RunFindingModel::RunFindingModel(QObject *parent) : TableModel(parent)
{
    using Row = RunFindingRow;
    setColumns({
        Column<Row>(tr("At stake"),
                    [](const Row &row) { return formatTime(row.finding.ms, row.unit); })
            .sort([](const Row &row) { return row.finding.ms; })
            .number()
            .hint(tr("The most that mending it could save")),
        Column<Row>(tr("Share"), [](const Row &row) { return formatShare(row.finding.share); })
            .sort([](const Row &row) { return row.finding.share; })
            .number()
            .hint(tr("Share of the run's time"))
            .share([](const Row &row) {
                return row.largest > 0 ? row.finding.share / row.largest : 0;
            }),
        Column<Row>(tr("What was found"), findingText).toolTip(findingText),
    });
}

void RunFindingModel::setFindings(std::vector<RunFinding> findings, const ProfileData &profile,
                                  const OwnNodes &nodes)
{
    const NodeTimes times = timesOfShown(profile, nodes);
    std::vector<RunFindingRow> rows;
    const double largest = findings.empty() ? 1 : findings.front().share;
    const TimeUnit unit = timeUnitFor(findings.empty() ? 0 : findings.front().ms);
    for (RunFinding &finding : findings) {
        const NodeId node = finding.layers.empty() ? NodeId() : times.roots[finding.layers.front()];
        rows.push_back({std::move(finding), node, largest, unit});
    }
    setRows(std::move(rows));
}

} // namespace nervure
