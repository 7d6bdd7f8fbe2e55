// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/coreml_case.h"

#include "core/engine/imported_values.h"
#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/graph/onnx_variable.h"
#include "tests/conformance/coreml_faults.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/frontend_graph.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/sha256.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr double coreMlTolerance = 1e-3; ///< of the largest element, as the oracles compare

std::string digestOfTensor(const Tensor &tensor)
{
    const auto bytes = tensor.bytes();
    return sha256({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

PassRun inferredAsCoreMl(const FrontendContext &context, const Graph &graph)
{
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    return runPasses(graph, passes,
                     {.passes = context.builtins.passes,
                      .ops = context.builtins.ops,
                      .semantics = Semantics::Fixed});
}

bool isLayer(const Node &node)
{
    return !node.isVariable() && node.op != "scaler" && node.op != "meanImage";
}

} // namespace

void CoreMlCase::run(const std::string &bytes)
{
    const auto loaded =
        m_context.format.read(bytes, {m_context.builtins.ops, Semantics::Fixed, {}});
    m_report.check("read", [&] { return reading(bytes, loaded); });
    if (!loaded) {
        return;
    }
    const Graph &graph = loaded->graph;
    m_report.check("structure", [&] { return structure(graph); });
    m_report.check("shapes", [&] { return shapes(graph); });
    const auto file = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), {});
    const auto weights = file ? readWeightTensors(*file, {}) : Result<TensorMap>(file.error());
    if (!weights) {
        m_report.fail("weights", weights.error().message);
        return;
    }
    m_report.check("values", [&] { return values(graph, *weights); });
    runImport(graph, *weights);
}

Finding CoreMlCase::reading(const std::string &bytes, const Result<LoadedGraph> &loaded) const
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

/// Layers with the names of the values that they read and give.
Finding CoreMlCase::structure(const Graph &graph) const
{
    Json layers = Json::array();
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!isLayer(node)) {
            continue;
        }
        Json inputs = Json::array();
        for (const Entry &input : node.inputs) {
            const Node *source = &graph.node(input.node);
            while (!source->isVariable() && !isLayer(*source)) {
                source = &graph.node(source->inputs[0].node);
            }
            if (!holdsOnnxValues(source->attrs)) {
                inputs.push_back(source->isVariable() ? source->name
                                                      : source->outputPorts[input.index].tensor);
            }
        }
        Json outputs = Json::array();
        for (const Port &output : node.outputPorts) {
            outputs.push_back(output.tensor);
        }
        layers.push_back(
            {{"name", node.name}, {"type", node.op}, {"input", inputs}, {"output", outputs}});
    }
    return findingOf(firstDifference(layers, m_oracle.at("layers")));
}

/// All are known, and those of inputs are what NNVM's are.
Finding CoreMlCase::shapes(const Graph &graph) const
{
    const PassRun run = inferredAsCoreMl(m_context, graph);
    if (!run.ok || hasErrors(run.diagnostics)) {
        return differs(firstError(run.diagnostics));
    }
    const ValueTypes *values = run.analyses.find(keys::valueType, run.index);
    for (std::uint32_t id = 0; values && id < run.index->nodeCount(); ++id) {
        const IndexedNode &node = run.index->node(id);
        const ValueType &value = (*values)[run.index->entryId(id, 0)];
        if (!value.elementCount() && node.node->op != "custom") {
            return differs(node.node->op + ' ' + node.node->name + " is " + value.text());
        }
        const Json &inputs = m_oracle.at("inputs");
        if (node.node->isVariable() && inputs.contains(node.node->name)
            && Json(value.numbers()) != inputs.at(node.node->name).at("shape")) {
            return differs(node.node->name + " is " + value.text());
        }
    }
    return agrees();
}

Finding CoreMlCase::values(Graph graph, TensorMap values) const
{
    const PassRun run = inferredAsCoreMl(m_context, graph);
    const std::string fault = nnvmFault(run);
    if (const Status status = addInputs(m_oracle.at("inputs"), values); !status) {
        return differs(status.error().message);
    }
    if (m_oracle.contains("outputs")) {
        graph.setHeads({graph.heads().front()}); // the importer returns the first alone
    }
    const auto results = m_context.device(graph, values, Semantics::Fixed);
    if (!results) {
        return differs(results.error().where.node + ": " + results.error().message);
    }
    if (!m_oracle.contains("outputs")) {
        return skipped("runs, but NNVM computes no values");
    }
    return fault.empty() ? compareResults(*results, m_oracle.at("outputs"), coreMlTolerance)
                         : skipped("runs, but NNVM computes something else than Core ML: " + fault);
}

void CoreMlCase::runImport(const Graph &graph, const TensorMap &weights)
{
    const PassRun imported = m_import.importedAs(graph, false);
    if (m_oracle.at("outcome") != "ok") {
        m_report.check("refusals", [&] {
            return compareRefusal(imported, m_oracle.at("exception").get<std::string>(),
                                  m_oracle.at("message").get<std::string>());
        });
        return;
    }
    m_report.check("lowered graph", [&] { return m_import.graph(imported); });
    m_report.check("import names", [&] { return m_import.names(imported); });
    const auto order = coreMlParams(graph, m_context.builtins.ops);
    if (!order) {
        m_report.fail("params", order.error().message);
        return;
    }
    const auto values = arrays(*order, weights);
    m_report.check("params", [&] { return params(values, *order); });
    const PassRun inferred = m_import.importedAs(graph, true);
    m_report.check("lowered shapes", [&] { return m_import.inference(inferred); });
    if (m_oracle.contains("outputs") && values) {
        m_report.check("lowered values", [&] {
            return m_import.values(inferred, *values, m_oracle.at("outputs"), coreMlTolerance);
        });
    }
}

Result<TensorMap> CoreMlCase::arrays(const std::vector<CoreMlParam> &order,
                                     const TensorMap &weights) const
{
    TensorMap values;
    for (const CoreMlParam &param : order) {
        const auto source = weights.find(param.source);
        auto made = source == weights.end()
                        ? tensorOfElements(DType::Float32, param.shape, param.elements)
                        : tensorInShape(source->second, param.shape);
        ASSIGN_OR_RETURN(values[param.name], std::move(made));
    }
    return values;
}

/// Names in their order, types, shapes and bytes.
Finding CoreMlCase::params(const Result<TensorMap> &found,
                           const std::vector<CoreMlParam> &order) const
{
    if (!found) {
        return differs(found.error().message);
    }
    Json made = Json::array();
    for (const CoreMlParam &param : order) {
        const Tensor &tensor = found->at(param.name);
        made.push_back({{"name", param.name},
                        {"shape", tensor.shape()},
                        {"dtype", dtypeName(tensor.type())},
                        {"sha256", digestOfTensor(tensor)}});
    }
    Json expected = m_oracle.at("params");
    for (Json &param : expected) {
        param.erase("data");
    }
    return findingOf(firstDifference(made, expected));
}

} // namespace nervure::conformance
