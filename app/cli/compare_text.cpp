// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare_text.h"

#include "app/cli/json_output.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure::cli {

namespace {

using Json = nlohmann::ordered_json;

/// "+12.3 %" of a ratio of 1.123.
std::string changeText(double ratio)
{
    const double part = 100 * (ratio - 1);
    return (part > 0 ? "+" : "") + fixed(part, 1) + " %";
}

std::string partText(double part)
{
    return std::isfinite(part) ? fixed(100 * part, part < 0.1 ? 1 : 0) + " %" : std::string();
}

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
        cells[4] = partText(time.leastEffect);
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

/// Infinite effects and the like are null.
Json finite(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json timeJson(const ComparedTime &time)
{
    const Json interval = time.interval ? Json({time.interval->low, time.interval->high}) : Json();
    return {{"first_ms", time.firstMs},
            {"second_ms", time.secondMs},
            {"change_ms", time.secondMs - time.firstMs},
            {"ratio", time.ratio},
            {"ratio_interval", interval},
            {"p", time.interval ? Json(time.p) : Json()},
            {"least_effect", finite(time.leastEffect)},
            {"verdict", changeName(time.change)}};
}

Json environmentJson(const std::vector<EnvironmentDifference> &differences)
{
    Json list = Json::array();
    for (const EnvironmentDifference &one : differences) {
        list.push_back({{"what", one.what}, {"first", one.first}, {"second", one.second}});
    }
    return list;
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
    return most > 0 ? partText(least) + " to " + partText(most) : std::string();
}

} // namespace

Table comparisonTable(const ComparedProfiles &compared)
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

std::string comparisonSummary(const ComparedProfiles &compared)
{
    std::string text =
        "first:  " + compared.firstTitle + "\nsecond: " + compared.secondTitle + '\n';
    if (compared.things == 0) {
        return fmt::format("{}too few runs to tell anything, expected {} and more of each\n", text,
                           leastForInterval);
    }
    text += compared.processes > 1
                ? fmt::format("{} processes of each, by turns", compared.processes)
                : "one process of each, taken to drift apart by " + partText(assumedDrift)
                      + " and more (models given by file are profiled by turns, which tells less "
                        "than that)";
    text += fmt::format(
        "; Holm's correction for {} comparisons: equal models differ nowhere in 99 of 100 cases\n",
        compared.things);
    const std::string layers = leastEffectsOfLayers(compared);
    text += "the least change that is called one: " + partText(compared.wall.leastEffect)
            + " of the whole run" + (layers.empty() ? "" : ", " + layers + " of layers") + '\n';
    text += "geometric mean of the layers: " + changeText(compared.geometricMean) + '\n';
    for (const EnvironmentDifference &one : compared.environment) {
        text += one.what + ": " + one.first + " | " + one.second + '\n';
    }
    return text + (compared.isDifferent() ? "different\n" : "same within noise\n");
}

std::string comparisonMarkdown(const ComparedProfiles &compared)
{
    return comparisonTable(compared).markdown() + "\n```\n" + comparisonSummary(compared) + "```\n";
}

std::vector<JunitCase> comparisonCases(const ComparedProfiles &compared,
                                       std::optional<double> failOver)
{
    std::vector<JunitCase> cases;
    const auto add = [&cases, failOver](std::string name, const ComparedTime &time) {
        JunitCase one{std::move(name)};
        const bool fails = failOver ? isSlowerBy(time, *failOver) : time.change != Change::Same;
        if (time.change == Change::Unknown) {
            one.skipped = "too few runs to tell anything";
        } else if (fails) {
            one.failure = fmt::format("{}: {} ms, expected {} ms as before ({})",
                                      changeName(time.change), fixed(time.secondMs, 3),
                                      fixed(time.firstMs, 3), changeText(time.ratio));
        }
        cases.push_back(std::move(one));
    };
    for (const ComparedLayers &row : compared.layers) {
        if (row.isInBoth()) {
            add(titleOf(row), row.time);
        } else {
            cases.push_back({titleOf(row), {}, verdictOf(row)});
        }
    }
    add("all layers", compared.device);
    add("whole run", compared.wall);
    return cases;
}

Json comparisonJson(const ComparedProfiles &compared)
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
            {"processes", compared.processes},
            {"rule",
             {{"correction", "Holm"},
              {"comparisons", compared.things},
              {"level", compared.rule.level},
              {"least_change", compared.rule.leastChange},
              {"drift", compared.processes > 1 ? Json("measured") : Json(assumedDrift)}}},
            {"environment", environmentJson(compared.environment)},
            {"geometric_mean", compared.geometricMean},
            {"wall", timeJson(compared.wall)},
            {"device", timeJson(compared.device)},
            {"layers", std::move(layers)}};
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
