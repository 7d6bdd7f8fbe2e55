// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_text.h"

#include "app/cli/compared_time_text.h"
#include "app/cli/json_output.h"
#include "app/cli/series_text.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure::cli {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> cellsOf(const ComparedTime &time)
{
    std::vector<std::string> cells{fixed(time.firstMs, 3),
                                   fixed(time.secondMs, 3),
                                   changeText(time.ratio),
                                   {},
                                   {},
                                   std::string(changeName(time.change))};
    if (time.interval) {
        cells[3] = changeText(time.interval->low) + " to " + changeText(time.interval->high);
        cells[4] = percentText(time.leastEffect);
    }
    return cells;
}

void addRow(Table &table, const std::string &title, std::vector<std::string> cells)
{
    cells.insert(cells.begin(), title);
    table.add(std::move(cells));
}

/// "conv0 | conv0 + relu0": what stands beside what, once where both are alike.
std::string titleOf(const ComparedLayers &row)
{
    const std::string first = join(row.first, " + ");
    const std::string second = join(row.second, " + ");
    return first == second
               ? first
               : (first.empty() ? "-" : first) + " | " + (second.empty() ? "-" : second);
}

std::string verdictOf(const ComparedLayers &row)
{
    if (row.isInBoth()) {
        return std::string(changeName(row.time.change));
    }
    return row.first.empty() ? "only in the second" : "only in the first";
}

/// The smallest and the largest change of a layer from which on it is called one.
std::string leastEffectsOfLayers(const ComparedProfiles &compared)
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const ComparedLayers &row : compared.layers) {
        if (row.time.interval) {
            least = std::min(least, row.time.leastEffect);
            most = std::max(most, row.time.leastEffect);
        }
    }
    return most > 0 ? percentText(least) + " to " + percentText(most) : std::string();
}

Table pairTable(const ComparedProfiles &compared)
{
    using Align = Table::Align;
    Table table({{"layer"},
                 {"first", Align::Right},
                 {"second", Align::Right},
                 {"change", Align::Right},
                 {"surely within", Align::Right},
                 {"least called", Align::Right},
                 {"verdict"}});
    for (const ComparedLayers &row : compared.layers) {
        std::vector<std::string> cells = cellsOf(row.time);
        cells.back() = verdictOf(row);
        if (!row.isInBoth()) {
            cells[row.first.empty() ? 0 : 1].clear();
            cells[2].clear();
        }
        addRow(table, titleOf(row), std::move(cells));
    }
    addRow(table, "all layers", cellsOf(compared.device));
    addRow(table, "whole run", cellsOf(compared.wall));
    return table;
}

std::string pairSummary(const ComparedProfiles &compared)
{
    std::string text =
        "first:  " + compared.firstTitle + "\nsecond: " + compared.secondTitle + '\n';
    if (compared.things == 0) {
        return fmt::format("{}too few runs to tell anything, expected {} and more of each\n", text,
                           leastForInterval);
    }
    text += ruleText(compared.processes, compared.things, compared.isByRounds);
    const std::string layers = leastEffectsOfLayers(compared);
    text += "the least change that is called one: " + percentText(compared.wall.leastEffect)
            + " of the whole run" + (layers.empty() ? "" : ", " + layers + " of layers") + '\n';
    text += "geometric mean of the layers: " + changeText(compared.geometricMean) + '\n';
    for (const EnvironmentDifference &one : compared.environment) {
        text += one.what + ": " + one.first + " | " + one.second + '\n';
    }
    return text + (compared.isDifferent() ? "different\n" : "same within noise\n");
}

std::vector<JunitCase> pairCases(const ComparedProfiles &compared, std::optional<double> failOver)
{
    std::vector<JunitCase> cases;
    for (const ComparedLayers &row : compared.layers) {
        if (row.isInBoth()) {
            cases.push_back(timeCase(titleOf(row), row.time, failOver));
        } else {
            cases.push_back({titleOf(row), {}, verdictOf(row)});
        }
    }
    cases.push_back(timeCase("all layers", compared.device, failOver));
    cases.push_back(timeCase("whole run", compared.wall, failOver));
    return cases;
}

Json pairJson(const ComparedProfiles &compared)
{
    Json layers = Json::array();
    for (const ComparedLayers &row : compared.layers) {
        Json json{{"first", row.first}, {"second", row.second}, {"nodes", row.nodes}};
        json.update(timeJson(row.time));
        json["verdict"] = verdictOf(row);
        layers.push_back(std::move(json));
    }
    return {{"first", compared.firstTitle},
            {"second", compared.secondTitle},
            {"verdict", compared.isDifferent() ? "different" : "same within noise"},
            {compared.isByRounds ? "rounds" : "processes", compared.processes},
            {"rule", ruleJson(compared.rule, compared.processes, compared.things)},
            {"environment", environmentJson(compared.environment)},
            {"geometric_mean", compared.geometricMean},
            {"wall", timeJson(compared.wall)},
            {"device", timeJson(compared.device)},
            {"layers", std::move(layers)}};
}

} // namespace

ComparisonTexts comparisonTexts(const ProfileSeries &series, std::optional<double> failOver)
{
    if (series.others.size() > 1) {
        return seriesTexts(series, failOver);
    }
    const ComparedProfiles pair = pairOf(series);
    return {pairTable(pair), pairSummary(pair), pairJson(pair), pairCases(pair, failOver)};
}

std::string comparisonMarkdown(const ComparisonTexts &texts)
{
    return texts.table.markdown() + "\n```\n" + texts.summary + "```\n";
}

Table outputsTable(std::span<const ComparedOutput> outputs)
{
    using Align = Table::Align;
    Table table({{"output"},
                 {"largest difference", Align::Right},
                 {"relative", Align::Right},
                 {"verdict"},
                 {""}});
    for (const ComparedOutput &output : outputs) {
        table.add({output.name, formatNumber(output.largest), formatNumber(output.relative),
                   output.isEqual() ? "equal within rounding" : "different", output.remark});
    }
    return table;
}

Json outputsJson(std::span<const ComparedOutput> outputs)
{
    Json list = Json::array();
    bool isEqual = true;
    for (const ComparedOutput &output : outputs) {
        isEqual = isEqual && output.isEqual();
        list.push_back({{"name", output.name},
                        {"difference", numberJson(output.largest)},
                        {"relative", numberJson(output.relative)},
                        {"tolerance", output.tolerance},
                        {"verdict", output.isEqual() ? "equal within rounding" : "different"},
                        {"remark", output.remark}});
    }
    return {{"verdict", isEqual ? "equal within rounding" : "different"},
            {"outputs", std::move(list)}};
}

std::vector<JunitCase> outputCases(std::span<const ComparedOutput> outputs)
{
    std::vector<JunitCase> cases;
    for (const ComparedOutput &output : outputs) {
        JunitCase one{output.name};
        if (!output.isEqual()) {
            one.failure =
                output.remark.empty()
                    ? fmt::format("off by {} of its greatest element, expected at most {}",
                                  formatNumber(output.relative), formatNumber(output.tolerance))
                    : output.remark;
        }
        cases.push_back(std::move(one));
    }
    return cases;
}

} // namespace nervure::cli
