// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/darknet_case.h"

#include "core/formats/project/open_model.h"
#include "tests/conformance/darknet_arrays.h"
#include "tests/conformance/darknet_import_case.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"

#include <algorithm>
#include <cmath>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double darknetTolerance = 1e-3; ///< of the largest element, as the oracles compare

/// The layers in the order of the file.
std::vector<NodeId> layersOf(const Graph &graph)
{
    std::vector<NodeId> layers;
    for (const NodeId id : graph.nodes()) {
        if (!graph.node(id).isVariable()) {
            layers.push_back(id);
        }
    }
    return layers;
}

/// The library's name of a layer, where that is not what files do.
std::string libraryName(const std::string &layer)
{
    return layer == "logistic" ? "logxent" : layer == "activation" ? "active" : layer;
}

/// What a layer gave, or a row of its numbers, beside what was recorded: the first `count`.
std::string compareNumbers(const Tensor &found, const Json &expected)
{
    const auto count = expected.at("count").get<std::int64_t>();
    const auto every = expected.value("every", std::int64_t{1});
    if (found.count() < count) {
        return std::to_string(found.count()) + " numbers, expected " + std::to_string(count);
    }
    double largest = 1e-6;
    double difference = 0;
    std::int64_t at = 0;
    for (const Json &recorded : expected.at("data")) {
        const double wanted = numberOf(recorded);
        largest = std::max(largest, std::abs(wanted));
        difference = std::max(difference, std::abs(elementAsDouble(found.view(), at) - wanted));
        at += every;
    }
    return difference <= darknetTolerance * largest
               ? std::string()
               : "differs by " + std::to_string(difference) + " of " + std::to_string(largest);
}

} // namespace

void DarknetCase::run(const std::string &text)
{
    const auto loaded = m_context.format.read(text, {m_context.builtins.ops, Semantics::Fixed, {}});
    m_report.check("read", [&] { return reading(text, loaded); });
    if (!loaded) {
        return;
    }
    m_report.check("layers", [&] { return layers(loaded->graph); });
    m_report.check("shapes", [&] { return sizes(loaded->graph); });
    const Json &darknet = expected();
    if (darknet.contains("outputs") && !darknet.at("outputs").empty()) {
        m_report.check("values", [&] { return values(loaded->graph); });
    }
    DarknetImportCase(m_context, m_oracle, m_report).run(loaded->graph);
}

const Json &DarknetCase::expected() const
{
    return m_oracle.at(m_oracle.contains("darknet_newer") ? "darknet_newer" : "darknet");
}

Finding DarknetCase::reading(const std::string &text, const Result<LoadedGraph> &loaded) const
{
    const FormatSpec *sniffed =
        sniffFormat(text, m_context.builtins.formats, m_context.builtins.ops);
    if (sniffed != &m_context.format) {
        return differs("taken for " + (sniffed ? sniffed->title : "nothing"));
    }
    if (!loaded) {
        return differs(loaded.error().message);
    }
    return loaded->diagnostics.empty() ? agrees() : differs(loaded->diagnostics[0].message);
}

Finding DarknetCase::layers(const Graph &graph) const
{
    Json found = Json::array();
    for (const NodeId id : layersOf(graph)) {
        found.push_back(libraryName(graph.node(id).op));
    }
    Json wanted = Json::array();
    for (const Json &layer : expected().at("layers")) {
        wanted.push_back(layer.at("type"));
    }
    return findingOf(firstDifference(found, wanted));
}

Finding DarknetCase::sizes(const Graph &graph) const
{
    const PassRun run = inferredDarknet(m_context, graph);
    if (!run.ok || hasErrors(run.diagnostics)) {
        return differs(firstError(run.diagnostics));
    }
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    Json found = Json::array();
    Json wanted = Json::array();
    const auto layers = layersOf(graph);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Shape &shape = shapes[run.index->entryId(*run.index->find(layers[i]), 0)];
        const Json &layer = expected().at("layers").at(i);
        const bool isImage = layer.at("out_h") != 0;
        found.push_back(isImage ? Json(Shape(shape.begin() + 1, shape.end()))
                                : Json(Shape{elementCount(shape).value_or(0) / shape[0]}));
        wanted.push_back(isImage ? Json{layer.at("out_c"), layer.at("out_h"), layer.at("out_w")}
                                 : Json{layer.at("outputs")});
    }
    return findingOf(firstDifference(found, wanted));
}

/// Of several time steps the oracles have the data of more, and the first one's result. A cost passes
/// values on, where Darknet leaves zeros and takes the result of the layer above.
Finding DarknetCase::values(Graph graph) const
{
    auto given = darknetArrays(m_context, m_oracle, graph, Semantics::Fixed);
    if (!given) {
        return differs(given.error().message);
    }
    if (const Status added = addInputs(m_oracle.at("inputs"), *given); !added) {
        return differs(added.error().message);
    }
    const auto layers = layersOf(graph);
    std::vector<Entry> heads;
    std::vector<const Json *> wanted;
    for (const Json &output : expected().at("outputs")) {
        const NodeId layer = layers.at(output.at("layer").get<std::size_t>());
        if (graph.node(layer).op != "cost") {
            heads.push_back({layer});
            wanted.push_back(&output);
        }
    }
    const PassRun run = inferredDarknet(m_context, graph);
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    const Shape rows = shapes[run.index->entryId(*run.index->find(*graph.findByName("data")), 0)];
    const Tensor all = given->at("data");
    Tensor data = *Tensor::zeros(DType::Float32, rows);
    std::copy_n(all.elements<float>().begin(), data.count(), data.elements<float>().begin());
    given->insert_or_assign("data", std::move(data));
    graph.setHeads(heads);
    const auto results = m_context.device(graph, *given, Semantics::Fixed);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::string difference = compareNumbers(results->at(i).second, *wanted[i]);
        if (!difference.empty()) {
            return differs(results->at(i).first + ": " + difference);
        }
    }
    return agrees();
}

} // namespace nervure::conformance
