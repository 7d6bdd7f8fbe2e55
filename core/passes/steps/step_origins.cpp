// SPDX-License-Identifier: Apache-2.0
#include "core/passes/steps/step_origins.h"

#include "core/graph/difference/change_details.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure {

namespace {

using Json = nlohmann::json;

constexpr std::string_view originsKey = "nervure_origins";
constexpr std::string_view graphKey = "nervure_origins_of";

std::string originText(NodeId node, const IndexedGraph &before, const NodeComparison &comparison)
{
    const Provenance::Origin *origin = comparison.originOf(node);
    std::string text;
    for (const NodeId source : origin ? origin->from : std::vector<NodeId>{node}) {
        if (const auto place = before.find(source)) {
            text += (text.empty() ? "" : ",") + std::to_string(*place);
        }
    }
    const auto was = before.find(comparison.stillIs(node));
    text += was && !text.empty() ? '=' + std::to_string(*was) : std::string();
    return origin && !origin->reason.empty() ? text + ' ' + origin->reason : text;
}

/// A node of the graph before by its number.
std::optional<NodeId> nodeAt(std::string_view number, const IndexedGraph &before)
{
    const auto place = parseInteger(number);
    const bool isThere = place && *place >= 0 && *place < before.nodeCount();
    return isThere ? std::optional(before.node(static_cast<std::uint32_t>(*place)).source)
                   : std::nullopt;
}

std::optional<Provenance::Origin> readOrigin(NodeId node, std::string_view text,
                                             const IndexedGraph &before)
{
    Provenance::Origin origin{node, {}, {}};
    const std::size_t blank = std::min(text.find(' '), text.size());
    std::string_view numbers = text.substr(0, blank);
    origin.reason = std::string(text.substr(std::min(blank + 1, text.size())));
    const std::size_t equals = numbers.find('=');
    if (equals != std::string_view::npos) {
        const auto was = nodeAt(numbers.substr(equals + 1), before);
        if (!was) {
            return std::nullopt;
        }
        origin.was = *was;
        numbers = numbers.substr(0, equals);
    }
    for (const std::string_view number : split(numbers, ',')) {
        const auto source = nodeAt(number, before);
        if (!source && !numbers.empty()) {
            return std::nullopt;
        }
        if (source) {
            origin.from.push_back(*source);
        }
    }
    return origin;
}

Json attributeOf(const IndexedGraph &graph, std::string_view name)
{
    for (const GraphAttr &attr : graph.graph().attrs()) {
        if (attr.name == name) {
            return Json::parse(attr.json, nullptr, false);
        }
    }
    return {};
}

} // namespace

std::vector<GraphAttr> originAttributes(const IndexedGraph &before, const IndexedGraph &after,
                                        const Provenance &provenance)
{
    const NodeComparison comparison(before.graph(), after.graph(), &provenance);
    Json texts = Json::array();
    for (const IndexedNode &node : after.nodes()) {
        texts.push_back(originText(node.source, before, comparison));
    }
    const auto dump = [](const Json &json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    return {{std::string(originsKey), "list_str", dump(texts)},
            {std::string(graphKey), "str", dump(graphFingerprint(before))}};
}

bool isOriginAttribute(const GraphAttr &attr)
{
    return attr.name == originsKey || attr.name == graphKey;
}

std::optional<Provenance> readOrigins(const IndexedGraph &before, const IndexedGraph &after)
{
    const Json texts = attributeOf(after, originsKey);
    const Json graph = attributeOf(after, graphKey);
    if (!texts.is_array() || texts.size() != after.nodeCount() || !graph.is_string()
        || graph.get<std::string>() != graphFingerprint(before)) {
        return std::nullopt;
    }
    Provenance provenance;
    provenance.hasSharedIds = false;
    for (std::uint32_t place = 0; place < after.nodeCount(); ++place) {
        const Json &text = texts[place];
        auto origin = text.is_string()
                          ? readOrigin(after.node(place).source, text.get<std::string>(), before)
                          : std::nullopt;
        if (!origin) {
            return std::nullopt;
        }
        provenance.origins.push_back(std::move(*origin));
    }
    return provenance;
}

} // namespace nervure
