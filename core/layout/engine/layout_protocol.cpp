// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_protocol.h"

#include "core/layout/engine/route.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

using Json = nlohmann::json;

constexpr unsigned hiddenLine = 1;
constexpr unsigned straightLine = 2;
constexpr unsigned orderedLine = 4;
constexpr double largestSize = 1e5;
constexpr double largestPosition = 1e12;

Diagnostic broken(std::string message)
{
    return makeError("layout-protocol", std::move(message));
}

bool isSize(const Json &value)
{
    return value.is_number() && value.get<double>() > 0 && value.get<double>() <= largestSize;
}

bool isPosition(const Json &value)
{
    return value.is_number() && std::isfinite(value.get<double>())
           && std::abs(value.get<double>()) <= largestPosition;
}

bool isArray(const Json &object, const char *key)
{
    return object.is_object() && object.contains(key) && object.at(key).is_array();
}

bool isPair(const Json &value, bool (*fits)(const Json &))
{
    return value.is_array() && value.size() == 2 && fits(value[0]) && fits(value[1]);
}

bool isEdge(const Json &value, std::size_t nodes)
{
    return value.is_array() && value.size() == 3 && value[0].is_number_unsigned()
           && value[1].is_number_unsigned() && value[2].is_number_unsigned()
           && value[0].get<std::uint64_t>() < nodes && value[1].get<std::uint64_t>() < nodes;
}

bool readRows(const Json &json, LayoutRequest &request)
{
    const auto isCount = [&](const Json &value) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() <= request.nodes.size();
    };
    if (!isArray(json, "rows") || json["rows"].size() != 2 || !isCount(json["rows"][0])
        || !isCount(json["rows"][1])) {
        return false;
    }
    request.topRow = json["rows"][0].get<std::uint32_t>();
    request.bottomRow = json["rows"][1].get<std::uint32_t>();
    return request.topRow + request.bottomRow <= request.nodes.size();
}

double squared(Point a, Point b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Graphviz turns lines of cycles around; here they always run from source to target.
void direct(std::vector<Point> &points, const PlacedNode &from, const PlacedNode &to)
{
    const double right = squared(points.front(), from.center) + squared(points.back(), to.center);
    const double wrong = squared(points.front(), to.center) + squared(points.back(), from.center);
    if (wrong < right) {
        std::reverse(points.begin(), points.end());
    }
}

Result<std::vector<Point>> pointsOf(const Json &numbers)
{
    std::vector<Point> points;
    const bool fits = numbers.is_array() && numbers.size() % 2 == 0
                      && (numbers.empty() || (numbers.size() / 2) % 3 == 1)
                      && std::all_of(numbers.begin(), numbers.end(), isPosition);
    if (!fits) {
        return broken("a route is not 1 + 3n points");
    }
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        points.push_back({numbers[i].get<double>(), numbers[i + 1].get<double>()});
    }
    return points;
}

double rounded(double value)
{
    return std::round(value * 100) / 100;
}

} // namespace

std::string encodeLayoutRequest(const LayoutRequest &request)
{
    Json nodes = Json::array();
    for (const LayoutNode &node : request.nodes) {
        nodes.push_back({node.width, node.height});
    }
    Json edges = Json::array();
    for (const LayoutEdge &edge : request.edges) {
        const unsigned kind = (edge.isHidden ? hiddenLine : 0U)
                              | (edge.isStraight ? straightLine : 0U)
                              | (edge.isInOrder ? orderedLine : 0U);
        edges.push_back({edge.from, edge.to, kind});
    }
    return Json{{"gap", {request.nodeGap, request.rankGap}},
                {"rows", {request.topRow, request.bottomRow}},
                {"nodes", std::move(nodes)},
                {"edges", std::move(edges)}}
        .dump();
}

Result<LayoutRequest> decodeLayoutRequest(std::string_view line)
{
    const Json json = Json::parse(line, nullptr, false);
    if (!isArray(json, "nodes") || !isArray(json, "edges") || !isArray(json, "gap")
        || !isPair(json["gap"], isSize)) {
        return broken("not a layout request");
    }
    LayoutRequest request;
    request.nodeGap = json["gap"][0].get<double>();
    request.rankGap = json["gap"][1].get<double>();
    for (const Json &node : json["nodes"]) {
        if (!isPair(node, isSize)) {
            return broken("a box has no size");
        }
        request.nodes.push_back({node[0].get<float>(), node[1].get<float>()});
    }
    if (!readRows(json, request)) {
        return broken("a row has more boxes than there are");
    }
    for (const Json &edge : json["edges"]) {
        if (!isEdge(edge, request.nodes.size())) {
            return broken("a line has no ends");
        }
        const auto kind = edge[2].get<std::uint64_t>();
        request.edges.push_back({edge[0].get<std::uint32_t>(), edge[1].get<std::uint32_t>(), 0, 0,
                                 (kind & hiddenLine) != 0, (kind & straightLine) != 0,
                                 (kind & orderedLine) != 0});
    }
    return request;
}

std::string encodeLayoutResult(const LayoutResult &result)
{
    Json nodes = Json::array();
    for (const PlacedNode &node : result.nodes) {
        nodes.push_back({rounded(node.center.x), rounded(node.center.y)});
    }
    Json edges = Json::array();
    for (const PlacedEdge &edge : result.edges) {
        Json numbers = Json::array();
        for (const Point &p : edge.points) {
            numbers.push_back(rounded(p.x));
            numbers.push_back(rounded(p.y));
        }
        edges.push_back(std::move(numbers));
    }
    return Json{{"nodes", std::move(nodes)}, {"edges", std::move(edges)}}.dump();
}

std::string encodeLayoutError(const Diagnostic &error)
{
    return Json{{"error", error.message}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<LayoutResult> decodeLayoutResult(std::string_view line, const LayoutRequest &request)
{
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_object() && json.contains("error") && json["error"].is_string()) {
        return broken("the layout program says: " + json["error"].get<std::string>());
    }
    if (!isArray(json, "nodes") || !isArray(json, "edges")
        || json["nodes"].size() != request.nodes.size()
        || json["edges"].size() != request.edges.size()) {
        return broken("the answer does not fit the request");
    }
    LayoutResult result;
    for (std::size_t i = 0; i < request.nodes.size(); ++i) {
        const Json &center = json["nodes"][i];
        if (!isPair(center, isPosition)) {
            return broken("a box has no position");
        }
        result.nodes.push_back({{center[0].get<double>(), center[1].get<double>()},
                                request.nodes[i].width,
                                request.nodes[i].height});
    }
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
        ASSIGN_OR_RETURN(std::vector<Point> points, pointsOf(json["edges"][i]));
        const LayoutEdge &edge = request.edges[i];
        const PlacedNode &from = result.nodes[edge.from];
        const PlacedNode &to = result.nodes[edge.to];
        if (points.empty() && !edge.isHidden) {
            points.push_back({from.center.x, from.bottom()});
            curveDown(points, {to.center.x, to.top()});
        } else if (!points.empty()) {
            direct(points, from, to);
        }
        result.edges.push_back({std::move(points), std::nullopt, false});
    }
    return result;
}

} // namespace nervure
