// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/tensorflow_case.h"

#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/tensorflow_import_case.h"

#include <fmt/format.h>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double tensorFlowTolerance = 1e-4; ///< of the largest element

/// The values that were asked for: those of the last node, or of the names given.
Result<std::vector<Entry>> headsOf(const Graph &graph, const Json &oracle)
{
    if (!oracle.contains("argument_outputs")) {
        return std::vector{Entry{graph.nodes().back(), 0, 0}};
    }
    std::vector<Entry> heads;
    for (const Json &output : oracle.at("argument_outputs")) {
        const auto text = output.get<std::string>();
        const std::size_t colon = text.find(':');
        const auto id = graph.findByName(text.substr(0, colon));
        if (!id) {
            return makeError("test", "there is no node {}", quoted(text));
        }
        const auto index = colon == std::string::npos ? std::optional<std::int64_t>(0)
                                                      : parseInteger(text.substr(colon + 1));
        heads.push_back({*id, static_cast<std::uint32_t>(index.value_or(0)), 0});
    }
    return heads;
}

/// What the file says of the outputs of a node, which its writer inferred: "[[1, 2], ?]".
std::vector<std::string> saidShapes(const Node &node)
{
    std::vector<std::string> shapes;
    const std::string *said = node.attrs.find("_output_shapes");
    std::size_t at = 1;
    while (said && at < said->size()) {
        const std::size_t end = said->find((*said)[at] == '[' ? ']' : '?', at);
        if (end == std::string::npos) {
            break;
        }
        shapes.push_back(said->substr(at, end + 1 - at));
        at = end + 3;
    }
    return shapes;
}

/// Whether a shape is as it was said, unknown sizes apart.
bool isAsSaid(const ValueType &value, const std::string &said)
{
    const auto wanted = dimensionsFromText(said);
    if (!wanted) {
        return true;
    }
    if (!value.shape || value.shape->size() != wanted->size()) {
        return false;
    }
    for (std::size_t i = 0; i < wanted->size(); ++i) {
        if ((*wanted)[i].isNumber() && (*wanted)[i] != (*value.shape)[i]) {
            return false;
        }
    }
    return true;
}

} // namespace

void TensorFlowCase::run(const std::string &bytes)
{
    const auto loaded =
        m_context.format.read(bytes, {m_context.builtins.ops, Semantics::Fixed, {}});
    m_report.check("read", [&] { return reading(bytes, loaded); });
    if (!loaded) {
        return;
    }
    m_report.check("names", [&] { return names(loaded->graph); });
    m_report.check("shapes and types", [&] { return shapes(loaded->graph); });
    if (m_oracle.at("tensorflow").contains("outputs")) {
        m_report.check("values", [&] { return values(loaded->graph, bytes); });
    }
    TensorFlowImportCase(m_context, m_oracle, m_report).run(loaded->graph, bytes);
}

Finding TensorFlowCase::reading(const std::string &bytes, const Result<LoadedGraph> &loaded) const
{
    const FormatSpec *sniffed =
        sniffFormat(bytes, m_context.builtins.formats, m_context.builtins.ops);
    if (sniffed != &m_context.format) {
        return differs("taken for " + (sniffed ? sniffed->title : "nothing"));
    }
    if (!loaded) {
        return differs(loaded.error().message);
    }
    return hasErrors(loaded->diagnostics) ? differs(firstError(loaded->diagnostics)) : agrees();
}

Finding TensorFlowCase::names(const Graph &graph) const
{
    Json found = Json::array();
    for (const NodeId id : graph.nodes()) {
        found.push_back(graph.node(id).name);
    }
    return findingOf(firstDifference(found, m_oracle.at("nodes")));
}

Finding TensorFlowCase::shapes(Graph graph) const
{
    const auto heads = headsOf(graph, m_oracle);
    if (!heads) {
        return differs(heads.error().message);
    }
    graph.setHeads(*heads);
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const PassRun run = runPasses(graph, passes,
                                  {.passes = m_context.builtins.passes,
                                   .ops = m_context.builtins.ops,
                                   .semantics = Semantics::Fixed});
    if (!run.ok || hasErrors(run.diagnostics)) {
        return differs(firstError(run.diagnostics));
    }
    const ValueTypes *values = run.analyses.find(keys::valueType, run.index);
    for (std::uint32_t id = 0; values && id < run.index->nodeCount(); ++id) {
        const IndexedNode &node = run.index->node(id);
        const auto said = saidShapes(*node.node);
        for (std::uint32_t i = 0; i < said.size() && i < node.outputCount; ++i) {
            const ValueType &value = (*values)[run.index->entryId(id, i)];
            if (!isAsSaid(value, said[i])) {
                return differs(fmt::format("{} {}: output {} is {}, expected {}", node.node->op,
                                           node.node->name, i, value.text(), said[i]));
            }
        }
    }
    return agrees();
}

Finding TensorFlowCase::values(Graph graph, const std::string &bytes) const
{
    const auto weights = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), {});
    auto given = weights ? readWeightTensors(*weights, {}) : Result<TensorMap>(weights.error());
    const auto heads = headsOf(graph, m_oracle);
    if (!given || !heads) {
        return differs(given ? heads.error().message : given.error().message);
    }
    graph.setHeads(*heads);
    if (const Status status = addInputs(m_oracle.at("inputs"), *given); !status) {
        return differs(status.error().message);
    }
    const auto results = m_context.device(graph, *given, Semantics::Fixed);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    return compareResults(*results, m_oracle.at("tensorflow").at("outputs"), tensorFlowTolerance);
}

} // namespace nervure::conformance
