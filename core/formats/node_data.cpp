// SPDX-License-Identifier: Apache-2.0
#include "core/formats/node_data.h"

#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <utility>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view netronSignature = "netron:attachment";
/// Far above what any graph needs.
constexpr std::size_t largestText = 256U << 20U;

/// Series in the order in which their names first come.
class Collector {
public:
    void add(const std::string &series, const std::string &node, const Json &value)
    {
        if (value.is_structured() || value.is_null()) {
            return; // nothing that a color could say
        }
        const auto [it, isNew] = m_places.try_emplace(series, m_series.size());
        if (isNew) {
            m_series.push_back({series, {}, {}});
        }
        NodeDataSeries &to = m_series[it->second];
        if (value.is_number()) {
            to.numbers.emplace_back(node, value.get<double>());
        } else if (value.is_string()) {
            addText(to, node, value.get<std::string>());
        } else {
            to.texts.emplace_back(node, value.get<bool>() ? "true" : "false");
        }
    }

    std::vector<NodeDataSeries> take() { return std::move(m_series); }

private:
    /// Numbers are often written as texts.
    static void addText(NodeDataSeries &to, const std::string &node, const std::string &text)
    {
        const auto number = parseNumber(text);
        if (number && std::isfinite(*number)) {
            to.numbers.emplace_back(node, *number);
        } else {
            to.texts.emplace_back(node, text);
        }
    }

    std::vector<NodeDataSeries> m_series;
    std::map<std::string, std::size_t> m_places;
};

Diagnostic fault(const std::string &file, std::string message)
{
    Diagnostic error = makeError("node-data", std::move(message));
    error.where.file = file;
    return error;
}

const std::string *textOf(const Json &object, const char *key)
{
    const auto it = object.find(key);
    return it != object.end() ? it->get_ptr<const std::string *>() : nullptr;
}

/// What is said of the model or the graph as a whole is not about any node.
void takeNetronItem(const Json &item, Collector &collector)
{
    if (!item.is_object() || !item.contains("value")) {
        return;
    }
    const std::string *kind = textOf(item, "kind");
    const std::string *target = textOf(item, "target");
    target = target ? target : textOf(item, "identifier");
    const std::string *name = textOf(item, "name");
    const bool isOfNode =
        kind && (*kind == "node" || *kind == "value" || *kind == "tensor") && target && name;
    if (isOfNode && !target->empty()) {
        collector.add(*name, *target, item["value"]);
    }
}

Result<NodeData> readNetron(const Json &document, const std::string &file)
{
    Collector collector;
    bool hasList = false;
    for (const char *list : {"metrics", "metadata"}) {
        const auto it = document.find(list);
        if (it == document.end()) {
            continue;
        }
        if (!it->is_array()) {
            return fault(file, std::string("'") + list
                                   + "' is no list, expected one of objects "
                                     "with kind, target, name and value");
        }
        hasList = true;
        for (const Json &item : *it) {
            takeNetronItem(item, collector);
        }
    }
    if (!hasList) {
        return fault(file, "the attachment has no list, expected 'metrics' or 'metadata'");
    }
    return NodeData{"netron", collector.take()};
}

/// {results: {node: {value: 1}}} or {results: {node: 1}}.
bool takeResults(const Json &graph, const std::string &name, Collector &collector)
{
    const auto results = graph.is_object() ? graph.find("results") : graph.end();
    if (!graph.is_object() || results == graph.end() || !results->is_object()) {
        return false;
    }
    for (const auto &[node, result] : results->items()) {
        const bool isWrapped = result.is_object() && result.contains("value");
        if (isWrapped || !result.is_object()) {
            collector.add(name, node, isWrapped ? result["value"] : result);
        }
    }
    return true;
}

Result<NodeData> readModelExplorer(const Json &document, const std::string &file)
{
    Collector collector;
    const std::string *own = textOf(document, "name");
    const std::string name = own ? *own : "value";
    bool isFound = takeResults(document, name, collector);
    if (!isFound) {
        for (const auto &[graph, data] : document.items()) {
            isFound = takeResults(data, name, collector) || isFound;
        }
    }
    if (!isFound) {
        return fault(file, "found no node data, expected Netron's attachment (signature "
                           "'netron:attachment') or Model Explorer's results by node");
    }
    return NodeData{"model-explorer", collector.take()};
}

Json netronJson(const std::vector<NodeDataSeries> &series)
{
    Json metrics = Json::array();
    Json metadata = Json::array();
    for (const NodeDataSeries &one : series) {
        for (const auto &[node, value] : one.numbers) {
            metrics.push_back({{"kind", "node"},
                               {"target", node},
                               {"name", one.name},
                               {"value", value},
                               {"type", "float64"}});
        }
        for (const auto &[node, text] : one.texts) {
            metadata.push_back({{"kind", "node"},
                                {"target", node},
                                {"name", one.name},
                                {"value", text},
                                {"type", "string"}});
        }
    }
    return {{"signature", netronSignature},
            {"metadata", std::move(metadata)},
            {"metrics", std::move(metrics)}};
}

Json modelExplorerJson(const std::vector<NodeDataSeries> &series)
{
    Json results = Json::object();
    if (!series.empty()) {
        for (const auto &[node, value] : series.front().numbers) {
            results[node] = {{"value", value}};
        }
        for (const auto &[node, text] : series.front().texts) {
            results[node] = {{"value", text}};
        }
    }
    // Cividis' ends and middle, as our own scale.
    const Json gradient = Json::array({{{"stop", 0}, {"bgColor", "#00224E"}},
                                       {{"stop", 0.5}, {"bgColor", "#7D7C78"}},
                                       {{"stop", 1}, {"bgColor", "#FEE838"}}});
    return {{"main", {{"results", std::move(results)}, {"gradient", gradient}}}};
}

} // namespace

bool looksLikeNodeData(std::string_view text)
{
    // Both formats begin with an object that has no "nodes"; models have them near their start.
    constexpr std::size_t glance = 4096;
    const std::string_view start = text.substr(0, glance);
    if (start.find("\"nodes\"") != std::string_view::npos) {
        return false;
    }
    return start.find(netronSignature) != std::string_view::npos
           || start.find("\"results\"") != std::string_view::npos
           || text.substr(text.size() - std::min(text.size(), glance)).find(netronSignature)
                  != std::string_view::npos;
}

Result<NodeData> readNodeData(std::string_view text, const std::string &file)
{
    if (text.size() > largestText) {
        return fault(file, "the file is larger than 256 MiB, expected node data");
    }
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) {
        return fault(file, "the text is no JSON, expected Netron's attachment or Model Explorer's "
                           "node data");
    }
    if (!document.is_object()) {
        return fault(file, "found no JSON object, expected Netron's attachment or Model "
                           "Explorer's node data");
    }
    const std::string *signature = textOf(document, "signature");
    Result<NodeData> data = signature && *signature == netronSignature
                                ? readNetron(document, file)
                                : readModelExplorer(document, file);
    if (data && data->series.empty()) {
        return fault(file, "the file says nothing about any node, expected at least one value");
    }
    return data;
}

std::string writeNodeData(const std::vector<NodeDataSeries> &series, NodeDataFormat format)
{
    const Json document =
        format == NodeDataFormat::Netron ? netronJson(series) : modelExplorerJson(series);
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace nervure
