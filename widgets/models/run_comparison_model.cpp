// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/run_comparison_model.h"

#include "core/support/text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

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
    if (row.layers.first.empty() && row.layers.second.empty()) {
        return layersText(row.layers.nodes);
    }
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
    if (row.layers.first.empty() && row.layers.second.empty()) {
        return RunComparisonModel::tr("in neither");
    }
    if (!row.layers.isInBoth()) {
        return row.layers.first.empty() ? RunComparisonModel::tr("only in the later")
                                        : RunComparisonModel::tr("only in the earlier");
    }
    return changeWords(row.layers.time.change);
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

/// "+12.3 % slower"; the number alone where that may be noise.
QString furtherChange(const ComparedTime &time)
{
    switch (time.change) {
    case Change::Faster: return RunComparisonModel::tr("%1 faster").arg(ratioText(time.ratio));
    case Change::Slower: return RunComparisonModel::tr("%1 slower").arg(ratioText(time.ratio));
    default: return ratioText(time.ratio);
    }
}

/// The columns of a further run.
void addFurther(std::vector<Column<ComparisonRow>> &columns, std::size_t number,
                const QString &name, const QString &title)
{
    using Row = ComparisonRow;
    const auto timeOf = [number](const Row &row) { return row.further[number]; };
    columns.push_back(Column<Row>(name,
                                  [timeOf](const Row &row) {
                                      const auto time = timeOf(row);
                                      return time ? formatTime(time->secondMs, row.unit)
                                                  : QString();
                                  })
                          .sort([timeOf](const Row &row) {
                              return timeOf(row).value_or(ComparedTime()).secondMs;
                          })
                          .number()
                          .hint(title));
    columns.push_back(
        Column<Row>(RunComparisonModel::tr("Change"),
                    [timeOf](const Row &row) {
                        const auto time = timeOf(row);
                        return time && !row.layers.first.empty() ? furtherChange(*time) : QString();
                    })
            .sort([timeOf](const Row &row) { return timeOf(row).value_or(ComparedTime()).ratio; })
            .number()
            .mutedIf([timeOf](const Row &row) {
                const Change change = timeOf(row).value_or(ComparedTime()).change;
                return change == Change::Same || change == Change::Unknown;
            })
            .hint(RunComparisonModel::tr("From the run that is compared with to %1").arg(name)));
}

ComparisonRow rowOf(const SeriesLayers &layers)
{
    ComparisonRow row;
    row.layers = {layers.roots[0], layers.roots[1], layers.nodes, layers.times[0]};
    for (std::size_t i = 1; i < layers.times.size(); ++i) {
        const bool isThere = !layers.roots[i + 1].empty();
        row.further.push_back(isThere ? std::optional(layers.times[i]) : std::nullopt);
    }
    return row;
}

/// All times in one unit, and bars of the largest difference.
void measure(std::vector<ComparisonRow> &rows)
{
    double largest = 0;
    double longest = 0;
    for (const ComparisonRow &row : rows) {
        largest = std::max(largest, std::abs(differenceMs(row)));
        longest = std::max({longest, row.layers.time.firstMs, row.layers.time.secondMs});
        for (const auto &time : row.further) {
            longest = std::max(longest, time ? time->secondMs : 0);
        }
    }
    for (ComparisonRow &row : rows) {
        row.largest = largest;
        row.unit = timeUnitFor(longest);
    }
}

} // namespace

QString changeWords(Change change)
{
    switch (change) {
    case Change::Same: return RunComparisonModel::tr("same within noise");
    case Change::Faster: return RunComparisonModel::tr("faster");
    case Change::Slower: return RunComparisonModel::tr("slower");
    case Change::Unknown: break;
    }
    return RunComparisonModel::tr("not known");
}

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

void RunComparisonModel::setComparison(const ProfileSeries &series,
                                       const std::vector<std::uint32_t> &further,
                                       const OwnNodes &nodes)
{
    std::vector<ComparisonRow> rows;
    for (const SeriesLayers &layers : series.layers) {
        ComparisonRow &row = rows.emplace_back(rowOf(layers));
        for (const auto *names : {&row.layers.second, &row.layers.first, &row.layers.nodes}) {
            for (const std::string &name : *names) {
                row.node = row.node.isValid() ? row.node : nodes.shown(nodes.named(name));
            }
        }
    }
    measure(rows);
    std::vector<Column<ComparisonRow>> columns = comparisonColumns();
    for (std::size_t i = 0; i < further.size(); ++i) {
        addFurther(columns, i, tr("Run %1").arg(further[i]), toQString(series.others[i + 1].title));
    }
    setRows({}); // of other columns
    beginResetModel();
    setColumns(std::move(columns));
    endResetModel();
    setRows(std::move(rows));
}

} // namespace nervure
