// SPDX-License-Identifier: Apache-2.0
#include "app/cli/series_text.h"

#include "app/cli/compared_time_text.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The layers of a row, once for each way in which they were fused.
std::string titleOf(const SeriesLayers &row)
{
    std::vector<std::string> titles;
    for (const std::vector<std::string> &roots : row.roots) {
        std::string title = join(roots, " + ");
        if (!title.empty() && std::find(titles.begin(), titles.end(), title) == titles.end()) {
            titles.push_back(std::move(title));
        }
    }
    return join(titles, " | ");
}

/// Where the first, or this one, runs none of the nodes there is nothing to compare.
bool isInBoth(const SeriesLayers &row, std::size_t other)
{
    return !row.roots[0].empty() && !row.roots[other + 1].empty();
}

/// "+12.3 % slower"; the number alone where that may be noise.
std::string verdictText(const ComparedTime &time)
{
    const bool isSure = time.change == Change::Faster || time.change == Change::Slower;
    return changeText(time.ratio) + (isSure ? " " + std::string(changeName(time.change)) : "");
}

/// The row of what all of them have: all layers, or the whole run.
std::vector<std::string> wholeRow(std::string title, const ProfileSeries &series,
                                  ComparedTime SeriesMember::*time)
{
    std::vector<std::string> cells{std::move(title), fixed((series.others[0].*time).firstMs, 3)};
    for (const SeriesMember &other : series.others) {
        cells.push_back(fixed((other.*time).secondMs, 3));
        cells.push_back(verdictText(other.*time));
    }
    return cells;
}

std::vector<std::string> layerRow(const SeriesLayers &row)
{
    const auto ms = [&row](std::size_t side, double time) {
        return row.roots[side].empty() ? std::string() : fixed(time, 3);
    };
    std::vector<std::string> cells{titleOf(row), ms(0, row.times[0].firstMs)};
    for (std::size_t i = 0; i < row.times.size(); ++i) {
        cells.push_back(ms(i + 1, row.times[i].secondMs));
        cells.push_back(isInBoth(row, i) ? verdictText(row.times[i]) : std::string());
    }
    return cells;
}

Table seriesTable(const ProfileSeries &series)
{
    using Align = Table::Align;
    std::vector<Table::Column> columns{{"layer"}, {"1", Align::Right}};
    for (std::size_t i = 0; i < series.others.size(); ++i) {
        columns.push_back({std::to_string(i + 2), Align::Right});
        columns.push_back({"change", Align::Right});
    }
    Table table(std::move(columns));
    for (const SeriesLayers &row : series.layers) {
        table.add(layerRow(row));
    }
    table.add(wholeRow("all layers", series, &SeriesMember::device));
    table.add(wholeRow("whole run", series, &SeriesMember::wall));
    return table;
}

std::string seriesSummary(const ProfileSeries &series)
{
    std::string text = "1: " + series.firstTitle + '\n';
    std::size_t things = 0;
    for (std::size_t i = 0; i < series.others.size(); ++i) {
        const SeriesMember &other = series.others[i];
        things = std::max(things, other.things);
        text += fmt::format("{}: {}; geometric mean of the layers {}\n", i + 2, other.title,
                            changeText(other.geometricMean));
        for (const EnvironmentDifference &one : other.environment) {
            text += fmt::format("   {}: {} | {}\n", one.what, one.first, one.second);
        }
    }
    if (things == 0) {
        return fmt::format("{}too few runs to tell anything, expected {} and more of each\n", text,
                           leastForInterval);
    }
    return text + "each beside the first: " + ruleText(series.processes, things)
           + (series.isDifferent() ? "different\n" : "same within noise\n");
}

Json layerJson(const SeriesLayers &row)
{
    Json runs = Json::array({{{"layers", row.roots[0]}, {"ms", row.times[0].firstMs}}});
    for (std::size_t i = 0; i < row.times.size(); ++i) {
        Json run{{"layers", row.roots[i + 1]}, {"ms", row.times[i].secondMs}};
        if (isInBoth(row, i)) {
            run.update(timeJson(row.times[i]));
        }
        runs.push_back(std::move(run));
    }
    return {{"nodes", row.nodes}, {"runs", std::move(runs)}};
}

Json seriesJson(const ProfileSeries &series)
{
    Json runs = Json::array({{{"title", series.firstTitle}}});
    for (const SeriesMember &other : series.others) {
        runs.push_back({{"title", other.title},
                        {"rule", ruleJson(series.rule, series.processes, other.things)},
                        {"environment", environmentJson(other.environment)},
                        {"geometric_mean", other.geometricMean},
                        {"wall", timeJson(other.wall)},
                        {"device", timeJson(other.device)}});
    }
    Json layers = Json::array();
    for (const SeriesLayers &row : series.layers) {
        layers.push_back(layerJson(row));
    }
    return {{"verdict", series.isDifferent() ? "different" : "same within noise"},
            {"processes", series.processes},
            {"runs", std::move(runs)},
            {"layers", std::move(layers)}};
}

/// A case for each thing and each run but the first.
std::vector<JunitCase> seriesCases(const ProfileSeries &series, std::optional<double> failOver)
{
    std::vector<JunitCase> cases;
    for (std::size_t i = 0; i < series.others.size(); ++i) {
        const std::string run = fmt::format(" ({} beside 1)", i + 2);
        for (const SeriesLayers &row : series.layers) {
            if (isInBoth(row, i)) {
                cases.push_back(timeCase(titleOf(row) + run, row.times[i], failOver));
            }
        }
        cases.push_back(timeCase("all layers" + run, series.others[i].device, failOver));
        cases.push_back(timeCase("whole run" + run, series.others[i].wall, failOver));
    }
    return cases;
}

} // namespace

ComparisonTexts seriesTexts(const ProfileSeries &series, std::optional<double> failOver)
{
    return {seriesTable(series), seriesSummary(series), seriesJson(series),
            seriesCases(series, failOver)};
}

} // namespace nervure::cli
