// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_model.h"

#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Kernels may sum in another order than the reference; relative to the largest element.
constexpr double networkTolerance = 1e-4;

/// The networks of LightNet's corpus that LightNet itself cannot run.
const std::vector<const char *> networks = {"net_shuffledet", "net_shufflenetv2_test",
                                            "derived_erfnet_samepad_cpu"};

std::vector<Entry> operatorOutputs(const Graph &graph)
{
    std::vector<Entry> entries;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        for (std::uint32_t i = 0; !node.isVariable() && i < node.outputPorts.size(); ++i) {
            entries.push_back({id, i});
        }
    }
    return entries;
}

void addNetworks()
{
    QTest::addColumn<std::string>("network");
    for (const char *network : networks) {
        QTest::newRow(network) << std::string(network);
    }
}

bool isDefinite(const Tensor &tensor)
{
    const ConstTensorView view = tensor.view();
    const std::int64_t count = view.count();
    for (std::int64_t i = 0; i < count; ++i) {
        if (!std::isfinite(elementAsDouble(view, i))) {
            return false;
        }
    }
    return true;
}

/// A variable in front of all others that takes the place of an operator's output.
NodeId addStandIn(Graph &graph, const Port &output)
{
    Node variable;
    variable.dialect = Dialect::LightNet;
    variable.name = "value of " + output.tensor;
    variable.outputPorts = {Port{output.role, variable.name}};
    const NodeId id(graph.idLimit());
    graph.insert(id, std::move(variable), 0);
    return id;
}

/// The same operators, each reading variables with the values that `results` has for the outputs of
/// the graph: no layer sees what another computes, so that differences do not add up and a decision
/// (a sort's) that a rounding turns is no difference of the layers behind it.
ExecutionRequest separated(const ExecutionRequest &whole, const RunReport &results)
{
    ExecutionRequest request = whole;
    const std::vector<Entry> outputs = operatorOutputs(whole.graph);
    std::map<Entry, const Tensor *> values;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        values[outputs[i]] = &results.outputs[i].tensor;
    }
    std::map<Entry, NodeId> standIns;
    for (const NodeId id : whole.graph.nodes()) {
        for (std::size_t i = 0; i < whole.graph.node(id).inputs.size(); ++i) {
            const Entry input = whole.graph.node(id).inputs[i];
            const auto value = values.find(input);
            if (value == values.end()) {
                continue; // a variable already
            }
            if (standIns.count(input) == 0) {
                const Port &output = whole.graph.node(input.node).outputPorts[input.index];
                standIns[input] = addStandIn(request.graph, output);
                request.values["value of " + output.tensor] = *value->second;
            }
            request.graph.edit(id).inputs[i] = {standIns[input]};
        }
    }
    return request;
}

} // namespace

/// Runs networks in fixed semantics with every tensor of theirs as a result.
class TstLightnetNetworks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyLayerAgreesWithTheReference_data();
    void everyLayerAgreesWithTheReference();
    void theCompiledNetworkAgreesToo();
    void everyOperatorIsInTheTable_data();
    void everyOperatorIsInTheTable();

private:
    [[nodiscard]] ExecutionRequest request(const std::string &network) const;
    RunReport resultsOf(ExecutionRequest request, const std::string &device);

    Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
};

void TstLightnetNetworks::initTestCase()
{
    Diagnostics diagnostics;
    NERVURE_NEED_OPENCL(m_devices.list(diagnostics).size() > 1);
    NERVURE_NEED_ORACLES();
}

/// The network with variables in place of what is created from random numbers between -10 and 10,
/// variances too, which would make NaN of all that follows: variables get values after their role.
ExecutionRequest TstLightnetNetworks::request(const std::string &network) const
{
    const auto file = oraclesFolder() / "lightnet/corpus" / (network + ".json");
    auto opened = openModel(file, m_builtins.formats, m_builtins.ops);
    if (!opened) {
        qFatal("%s", opened.error().message.c_str());
    }
    const PassRun inferred = runPasses(
        opened->graph, *parsePipeline("InferShape,InferType"),
        {.passes = m_builtins.passes, .ops = m_builtins.ops, .semantics = Semantics::Fixed});
    if (!inferred.ok) {
        qFatal("%s", inferred.diagnostics.front().message.c_str());
    }
    ExecutionRequest request;
    request.graph = opened->graph;
    request.semantics = Semantics::Fixed;
    request.repeat = 1;
    request.warmup = 0;
    for (std::uint32_t id = 0; id < inferred.index->nodeCount(); ++id) {
        const Node &created = *inferred.index->node(id).node;
        if (created.op != "create" && created.op != "create_cpu") {
            continue;
        }
        const std::uint32_t entry = inferred.index->entryId({id, 0});
        request.facts.shapes[created.name] =
            (*inferred.analyses.find(keys::shape, inferred.index))[entry];
        request.facts.dtypes[created.name] =
            (*inferred.analyses.find(keys::dtype, inferred.index))[entry];
        Node &variable = request.graph.edit(*request.graph.findByName(created.name));
        variable.op = variableOp;
        variable.attrs = {};
    }
    return request;
}

RunReport TstLightnetNetworks::resultsOf(ExecutionRequest request, const std::string &device)
{
    request.device = device;
    ExecutionContext context{m_builtins, m_devices, {}};
    Result<RunReport> report = runModel(request, context);
    if (!report) {
        qFatal("%s", report.error().message.c_str());
    }
    return std::move(report).value();
}

void TstLightnetNetworks::everyLayerAgreesWithTheReference_data()
{
    addNetworks();
}

void TstLightnetNetworks::everyLayerAgreesWithTheReference()
{
    QFETCH(std::string, network);
    ExecutionRequest whole = request(network);
    whole.graph.setHeads(operatorOutputs(whole.graph));
    whole.pipeline = "none";
    const RunReport expected = resultsOf(whole, "reference");
    for (const NamedTensor &output : expected.outputs) {
        QVERIFY2(isDefinite(output.tensor), output.name.c_str());
    }

    const RunReport found = resultsOf(separated(whole, expected), "0.0");
    QCOMPARE(found.outputs.size(), expected.outputs.size());
    double worst = 0;
    for (std::size_t i = 0; i < found.outputs.size(); ++i) {
        const double difference =
            relativeDifference(found.outputs[i].tensor.view(), expected.outputs[i].tensor.view());
        QVERIFY2(difference < networkTolerance,
                 (expected.outputs[i].name + ": " + std::to_string(difference)).c_str());
        worst = std::max(worst, difference);
    }
    qInfo("%zu tensors agree within %.1e", found.outputs.size(), worst);
}

/// The one whose results hang on no decision.
void TstLightnetNetworks::theCompiledNetworkAgreesToo()
{
    const ExecutionRequest whole = request("net_shufflenetv2_test");
    const RunReport expected = resultsOf(whole, "reference");
    const RunReport found = resultsOf(whole, "0.0");
    QCOMPARE(found.outputs.size(), std::size_t{1});
    const double difference =
        relativeDifference(found.outputs[0].tensor.view(), expected.outputs.at(0).tensor.view());
    QVERIFY2(difference < networkTolerance, std::to_string(difference).c_str());
}

void TstLightnetNetworks::everyOperatorIsInTheTable_data()
{
    addNetworks();
    for (const char *network : {"net_example_shuffledet_dac", "net_yolov3"}) {
        QTest::newRow(network) << std::string(network);
    }
}

void TstLightnetNetworks::everyOperatorIsInTheTable()
{
    QFETCH(std::string, network);
    ExecutionRequest whole = request(network);
    whole.device = "0.0";
    ExecutionContext context{m_builtins, m_devices, {}};
    const Result<ProfileReport> report = profileModel(whole, context);
    QVERIFY2(report.ok(), report.ok() ? "" : report.error().message.c_str());
    std::multiset<std::string> told;
    for (const LayerProfile &layer : report->data.layers) {
        for (const NamedNode &node : layer.nodes) {
            told.insert(node.name);
        }
        QVERIFY2(layer.role != stepRoleName(StepRole::HostFallback),
                 (layer.node.name + " runs on the host").c_str());
    }
    QVERIFY(report->data.deviceMs > 0);
    for (const FoldedNode &folded : report->data.folded) {
        told.insert(folded.node.name);
    }
    for (const NodeId id : whole.graph.nodes()) {
        const Node &node = whole.graph.node(id);
        if (!node.isVariable()) {
            QVERIFY2(told.count(node.name) == 1, node.name.c_str());
        }
    }
}

NERVURE_TEST(TstLightnetNetworks)
#include "tst_lightnet_networks.moc"
