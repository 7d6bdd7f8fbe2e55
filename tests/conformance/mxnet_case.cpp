// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/mxnet_case.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"

#include "core/formats/project/open_model.h"
#include "core/formats/tensors/tensor_file.h"
#include "core/passes/graph_attributes.h"
#include "core/support/file.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/mxnet_import_case.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_node_facts.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// The first error of a file that opens with errors.
Finding errorAmong(const Diagnostics &diagnostics)
{
    for (const Diagnostic &diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::Error) {
            return differs(diagnostic.where.node + ": " + diagnostic.message);
        }
    }
    return agrees();
}

/// Outputs of a node as MXNet's get_internals() lists them: those that a user composes with. Of some
/// operators the attributes say which.
std::uint32_t listedOutputs(const IndexedNode &node)
{
    const auto says = [&node](const char *key, const char *text) {
        const std::string *value = node.node->attrs.find(key);
        return value != nullptr && *value == text;
    };
    std::uint32_t visible = node.spec ? node.spec->visibleOutputs : 0;
    if (says("output_mean_var", "True")) {
        visible = 3;
    } else if (node.node->op == "topk" && says("ret_typ", "value")) {
        visible = 1;
    }
    return visible != 0 ? std::min(visible, node.outputCount) : node.outputCount;
}

/// What get_internals() gives: every entry by name, with shape and type.
Json internalsOf(const PassRun &run)
{
    const IndexedGraph &graph = *run.index;
    const Shapes &shapes = *run.analyses.find(keys::shape, run.index);
    const DTypes &types = *run.analyses.find(keys::dtype, run.index);
    Json internals = Json::array();
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        for (std::uint32_t i = 0; i < listedOutputs(graph.node(id)); ++i) {
            const std::uint32_t entry = graph.entryId(id, i);
            internals.push_back({{"name", outputName(graph.node(id), i)},
                                 {"shape", nnvmSizes(shapes[entry])},
                                 {"dtype", dtypeName(types[entry])}});
        }
    }
    return internals;
}

} // namespace

void MXNetCase::run(const std::string &text)
{
    const auto loaded = m_context.format.read(text, {m_context.builtins.ops, Semantics::Fixed, {}});
    m_report.check("read", [&] {
        const FormatSpec *sniffed =
            sniffFormat(text, m_context.builtins.formats, m_context.builtins.ops);
        if (sniffed != &m_context.format) {
            return differs("taken for " + (sniffed ? sniffed->title : "nothing"));
        }
        return loaded ? errorAmong(loaded->diagnostics) : differs(loaded.error().message);
    });
    if (!loaded) {
        return;
    }
    const Graph &graph = loaded->graph;
    const Json &mxnet = m_oracle.at("mxnet");
    m_report.check("round trip", [&] { return roundTrip(graph, text); });
    m_report.check("names", [&] { return names(graph); });
    if (mxnet.contains("internals") || mxnet.contains("infer_shape_error")) {
        m_report.check("shapes and types", [&] { return inference(graph); });
    }
    if (mxnet.contains("results")) {
        m_report.check("values", [&] { return values(graph); });
    }
    MXNetImportCase(m_context, m_oracle, m_report).run(graph);
}

Finding MXNetCase::roundTrip(const Graph &graph, const std::string &text) const
{
    const FormatContext context{m_context.builtins.ops, Semantics::Fixed, {}};
    Diagnostics found;
    const auto kept = m_context.format.writePreserving(graph, text, context, found);
    if (!kept || *kept != text) {
        return differs(kept ? firstTextDifference(*kept, text) : kept.error().message);
    }
    const auto written = m_context.format.write(graph, context, found);
    if (!written) {
        return differs(written.error().message);
    }
    const Json expected =
        m_oracle.contains("resaved_symbol") ? m_oracle.at("resaved_symbol") : Json::parse(text);
    return findingOf(firstDifference(Json::parse(*written), expected));
}

Finding MXNetCase::names(const Graph &graph) const
{
    Diagnostics found;
    const auto index = IndexedGraph::build(graph, m_context.builtins.ops, found);
    if (!index) {
        return differs(index.error().message);
    }
    const auto auxiliary = (*index)->mutatedInputNodes();
    Json names{{"arguments", Json::array()},
               {"auxiliary_states", Json::array()},
               {"outputs", Json::array()}};
    for (const std::uint32_t id : (*index)->inputNodes()) {
        const bool isMutated = std::find(auxiliary.begin(), auxiliary.end(), id) != auxiliary.end();
        names[isMutated ? "auxiliary_states" : "arguments"].push_back(
            (*index)->node(id).node->name);
    }
    for (const IndexedEntry &head : (*index)->heads()) {
        names["outputs"].push_back(outputName((*index)->node(head.nodeId), head.index));
    }
    const Json &mxnet = m_oracle.at("mxnet");
    Json expected;
    for (const auto &[key, value] : names.items()) {
        expected[key] = mxnet.at(key);
    }
    return findingOf(firstDifference(names, expected));
}

PassRun MXNetCase::inferred(const Graph &graph) const
{
    InputFacts facts;
    for (const auto &[name, input] : m_oracle.at("inputs").items()) {
        if (graph.findByName(name)) {
            facts.shapes[name] = shapeOfNnvm(input.at("shape").get<IntTuple>());
            facts.dtypes[name] =
                dtypeFromName(input.at("dtype").get<std::string>()).value_or(DType::Unknown);
        }
    }
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    return runPasses(graph, passes,
                     {.passes = m_context.builtins.passes,
                      .ops = m_context.builtins.ops,
                      .inputs = facts,
                      .semantics = Semantics::Fixed});
}

Finding MXNetCase::inference(const Graph &graph) const
{
    const PassRun run = inferred(graph);
    const Json &mxnet = m_oracle.at("mxnet");
    if (mxnet.contains("infer_shape_error")) {
        // Not that something is wrong, but that MXNet does not find it: who finds more may.
        if (mxnet.at("infer_shape_error") == "shapes cannot be inferred") {
            return errorAmong(run.diagnostics);
        }
        return run.ok && !hasErrors(run.diagnostics)
                   ? differs("no error found, expected " + shortened(mxnet.at("infer_shape_error")))
                   : agrees();
    }
    const Finding error = errorAmong(run.diagnostics);
    if (error.kind == Finding::Kind::Differs) {
        return error;
    }
    return findingOf(firstDifference(internalsOf(run), mxnet.at("internals")));
}

Result<TensorMap> MXNetCase::givenValues(const Graph &graph) const
{
    TensorMap values;
    if (m_oracle.contains("params_file")) {
        const auto file = m_context.folder / m_oracle.at("params_file").get<std::string>();
        ASSIGN_OR_RETURN(const std::string bytes, readFile(file));
        ASSIGN_OR_RETURN(values, readTensorFile(bytes));
    }
    RETURN_IF_FAILED(addInputs(m_oracle.at("inputs"), values));
    if (m_oracle.value("weights", "") == "formula") {
        RETURN_IF_FAILED(addFormulaWeights(inferred(graph), values));
    }
    std::erase_if(values, [&graph](const auto &item) { return !graph.findByName(item.first); });
    return values;
}

Finding MXNetCase::values(const Graph &graph) const
{
    const auto given = givenValues(graph);
    if (!given) {
        return differs(given.error().message);
    }
    const auto results = m_context.device(graph, *given, Semantics::Fixed);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    return compareResults(*results, m_oracle.at("mxnet").at("results"));
}

} // namespace nervure::conformance
