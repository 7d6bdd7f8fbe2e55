// SPDX-License-Identifier: Apache-2.0
#include "core/engine/weight_json.h"

#include "core/engine/json_members.h"
#include "core/engine/report_json.h"

#include <cmath>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

Json heatMapJson(const HeatMap &map)
{
    Json cells = Json::array();
    for (const double cell : map.cells) {
        cells.push_back(numberJson(cell));
    }
    Json json = {{"at", map.at},         {"rows", map.rows},   {"columns", map.columns},
                 {"height", map.height}, {"width", map.width}, {"cells", std::move(cells)}};
    if (map.axes) {
        json["axes"] = {map.axes->down, map.axes->across};
    }
    return json;
}

/// A number or the word for one that is none.
double cellFrom(const Json &json)
{
    if (json.is_number()) {
        return json.get<double>();
    }
    const double infinite = std::numeric_limits<double>::infinity();
    const std::string word = textOf(json);
    return word == "inf" ? infinite : word == "-inf" ? -infinite : std::nan("");
}

std::vector<std::int64_t> wholesOf(const Json &json)
{
    std::vector<std::int64_t> numbers;
    for (const Json &number : json) {
        numbers.push_back(number.is_number_integer() ? number.get<std::int64_t>() : 0);
    }
    return numbers;
}

std::optional<HeatMap> heatMapFrom(const Json &json)
{
    HeatMap map;
    map.axes = planeAxesFrom(memberOf(json, "axes"));
    map.at = wholesOf(memberOf(json, "at"));
    map.rows = static_cast<std::int64_t>(countOf(json, "rows"));
    map.columns = static_cast<std::int64_t>(countOf(json, "columns"));
    map.height = static_cast<std::size_t>(countOf(json, "height"));
    map.width = static_cast<std::size_t>(countOf(json, "width"));
    for (const Json &cell : memberOf(json, "cells")) {
        map.cells.push_back(cellFrom(cell));
    }
    const bool fits = map.height <= map.cells.size() && map.width <= map.cells.size()
                      && map.height * map.width == map.cells.size();
    return fits ? std::optional(std::move(map)) : std::nullopt;
}

} // namespace

std::optional<PlaneAxes> planeAxesFrom(const Json &json)
{
    const bool areTwo = json.is_array() && json.size() == 2 && json[0].is_number_unsigned()
                        && json[1].is_number_unsigned();
    return areTwo ? std::optional(PlaneAxes{json[0].get<std::size_t>(), json[1].get<std::size_t>()})
                  : std::nullopt;
}

Json weightReportJson(const WeightReport &report)
{
    const WeightStatistics &numbers = report.statistics;
    Json json = {{"name", report.name},
                 {"dtype", report.typeName},
                 {"shape", report.shape},
                 {"elements", report.count},
                 {"bytes", report.storedBytes},
                 {"nans", numbers.nans},
                 {"infinities", numbers.infinities},
                 {"zeros", numbers.zeros}};
    if (!numbers.histogram.empty()) {
        json["min"] = numbers.least;
        json["max"] = numbers.greatest;
        json["mean"] = numbers.mean;
        json["std"] = numbers.deviation;
        json["histogram"] = numbers.histogram;
    }
    json["slice"] = {{"shape", report.slice.shape()}, {"values", report.values}};
    if (report.heatMap) {
        json["heat_map"] = heatMapJson(*report.heatMap);
    }
    return json;
}

std::optional<WeightReport> weightReportFrom(const Json &json)
{
    if (!memberOf(json, "shape").is_array()) {
        return std::nullopt;
    }
    WeightReport report;
    report.name = textOf(json, "name");
    report.typeName = textOf(json, "dtype");
    report.shape = wholesOf(json["shape"]);
    report.count = countOf(json, "elements");
    report.storedBytes = countOf(json, "bytes");
    WeightStatistics &numbers = report.statistics;
    numbers.count = report.count;
    numbers.nans = countOf(json, "nans");
    numbers.infinities = countOf(json, "infinities");
    numbers.zeros = countOf(json, "zeros");
    numbers.least = numberOf(json, "min", 0);
    numbers.greatest = numberOf(json, "max", 0);
    numbers.mean = numberOf(json, "mean", 0);
    numbers.deviation = numberOf(json, "std", 0);
    for (const std::int64_t many : wholesOf(memberOf(json, "histogram"))) {
        numbers.histogram.push_back(static_cast<std::uint64_t>(many));
    }
    const Json &slice = memberOf(json, "slice");
    for (const std::int64_t size : wholesOf(memberOf(slice, "shape"))) {
        report.slice.ranges.push_back({0, size, 1, true});
    }
    report.values = textsOf(memberOf(slice, "values"));
    if (const Json &map = memberOf(json, "heat_map"); map.is_object()) {
        report.heatMap = heatMapFrom(map);
    }
    return report;
}

} // namespace nervure
