// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/run_comparison_model.h"

#include "core/support/text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace nervure {

namespace {

using ComparisonRow = RunComparisonRow;

QString layersText(const std::vector<std::string> &roots)
{
    return roots.empty() ? QStringLiteral("–") : toQString(join(roots, " + "));
}

QString layerName(const ComparisonRow &row)
{
    const QString first = layersText(row.layers.first);
    const QString second = layersText(row.layers.second);
    return !row.layers.isInBoth() ? (row.layers.first.empty() ? second : first)
           : first == second      ? first
                                  : QStringLiteral("%1 → %2").arg(first, second);
}

QString layerToolTip(const ComparisonRow &row)
{
    return RunComparisonModel::tr("Runs %1").arg(toQString(join(row.layers.nodes, ", ")));
}

double differenceMs(const ComparisonRow &row)
{
    return row.layers.time.secondMs - row.layers.time.firstMs;
}

QString differenceText(const ComparisonRow &row)
{
    const double ms = differenceMs(row);
    return (ms > 0 ? QStringLiteral("+") : QString()) + formatTime(ms, row.unit);
}

QString withinText(const ComparisonRow &row)
{
    const auto &interval = row.layers.time.interval;
    return interval && row.layers.isInBoth()
               ? RunComparisonModel::tr("%1 to %2")
                     .arg(ratioText(interval->low), ratioText(interval->high))
               : QString();
}

QString verdictText(const ComparisonRow &row)
{
    if (!row.layers.isInBoth()) {
        return row.layers.first.empty() ? RunComparisonModel::tr("only in the later")
                                        : RunComparisonModel::tr("only in the earlier");
    }
    switch (row.layers.time.change) {
    case Change::Same: return RunComparisonModel::tr("same within noise");
    case Change::Faster: return RunComparisonModel::tr("faster");
    case Change::Slower: return RunComparisonModel::tr("slower");
    case Change::Unknown: break;
    }
    return RunComparisonModel::tr("not known");
}

bool isTied(const ComparisonRow &row)
{
    return row.layers.isInBoth()
           && (row.layers.time.change == Change::Same || row.layers.time.change == Change::Unknown);
}

std::vector<Column<ComparisonRow>> comparisonColumns()
{
    using Row = ComparisonRow;
    return {
        Column<Row>(RunComparisonModel::tr("Layer"), layerName)
            .mutedIf(isTied)
            .toolTip(layerToolTip),
        Column<Row>(RunComparisonModel::tr("Before"),
                    [](const Row &row) {
                        return row.layers.first.empty()
                                   ? QString()
                                   : formatTime(row.layers.time.firstMs, row.unit);
                    })
            .sort([](const Row &row) { return row.layers.time.firstMs; })
            .number()
            .mutedIf(isTied)
            .hint(RunComparisonModel::tr("In the run that is compared with")),
        Column<Row>(RunComparisonModel::tr("After"),
                    [](const Row &row) {
                        return row.layers.second.empty()
                                   ? QString()
                                   : formatTime(row.layers.time.secondMs, row.unit);
                    })
            .sort([](const Row &row) { return row.layers.time.secondMs; })
            .number()
            .mutedIf(isTied)
            .hint(RunComparisonModel::tr("In the run that is shown")),
        Column<Row>(RunComparisonModel::tr("Difference"), differenceText)
            .sort([](const Row &row) { return std::abs(differenceMs(row)); })
            .number()
            .mutedIf(isTied)
            .share([](const Row &row) {
                return row.largest > 0 ? std::abs(differenceMs(row)) / row.largest : 0;
            }),
        Column<Row>(RunComparisonModel::tr("Change"),
                    [](const Row &row) {
                        return row.layers.isInBoth() ? ratioText(row.layers.time.ratio) : QString();
                    })
            .sort([](const Row &row) { return row.layers.time.ratio; })
            .number()
            .mutedIf(isTied),
        Column<Row>(RunComparisonModel::tr("Surely within"), withinText)
            .number()
            .muted()
            .hint(RunComparisonModel::tr("Where the change lies; holds for all layers together")),
        Column<Row>(RunComparisonModel::tr("Verdict"), verdictText).mutedIf(isTied),
    };
}

} // namespace

QString ratioText(double ratio)
{
    constexpr double large = 100; // decimals of such percents tell nothing
    const double percent = 100 * (ratio - 1);
    return RunComparisonModel::tr("%1 %").arg(
        (percent > 0 ? QStringLiteral("+") : QString())
        + QLocale().toString(percent, 'f', std::abs(percent) < large ? 1 : 0));
}

RunComparisonModel::RunComparisonModel(QObject *parent) : TableModel(parent)
{
    setColumns(comparisonColumns());
}

void RunComparisonModel::setComparison(const ComparedProfiles &compared, const Graph &graph)
{
    std::unordered_map<std::string_view, NodeId> byName;
    for (const NodeId id : graph.nodes()) {
        byName.emplace(graph.node(id).name, id);
    }
    double largest = 0;
    double longest = 0;
    for (const ComparedLayers &layers : compared.layers) {
        const ComparedTime &time = layers.time;
        largest = std::max(largest, std::abs(time.secondMs - time.firstMs));
        longest = std::max({longest, time.firstMs, time.secondMs});
    }
    std::vector<ComparisonRow> rows;
    for (const ComparedLayers &layers : compared.layers) {
        ComparisonRow row{layers, {}, largest, timeUnitFor(longest)};
        for (const auto *names : {&layers.second, &layers.first, &layers.nodes}) {
            for (const std::string &name : *names) {
                const auto it = byName.find(name);
                row.node = row.node.isValid() || it == byName.end() ? row.node : it->second;
            }
        }
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

} // namespace nervure
