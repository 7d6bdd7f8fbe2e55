// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_model.h"
#include "core/engine/worker_request.h"
#include "core/graph/edits/model_builder.h"
#include "core/ops/custom/custom_operators.h"
#include "tests/core/ops/custom/own_operators.h"
#include "tests/support/environment.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

#include <nlohmann/json.hpp>

using namespace nervure;
using namespace nervure::tests;

class TstCustomOperators : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;

    [[nodiscard]] static ExecutionRequest requestFor(Graph graph, const std::string &device)
    {
        ExecutionRequest request;
        request.graph = std::move(graph);
        request.semantics = defaultSemantics(request.graph.dialect());
        request.device = device;
        request.facts.shapes["data"] = {2, 3};
        request.repeat = 1;
        request.warmup = 0;
        request.warmsUntilSettled = false;
        return request;
    }

    /// The first output's elements.
    std::vector<double> valuesOf(const ExecutionRequest &request)
    {
        ExecutionContext context{m_builtins, m_devices, {}};
        const Result<RunReport> report = runModel(request, context);
        if (!report) {
            QTest::qFail(errorOf(report).c_str(), __FILE__, __LINE__);
            return {};
        }
        const Tensor &tensor = report->outputs.at(0).tensor;
        std::vector<double> values;
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            values.push_back(elementAsDouble(tensor.view(), i));
        }
        return values;
    }

    [[nodiscard]] Graph ownGraph() const
    {
        ModelBuilder model(m_builtins.ops);
        const Entry fc = model.apply("scaled_dense", {model.variable("data")},
                                     {{"units", "4"}, {"alpha", "3"}}, "fc");
        return *model.finish({model.apply("soft_clip", {fc}, {{"limit", "0.5"}}, "clip")});
    }

    /// The same by hand.
    [[nodiscard]] Graph knownGraph() const
    {
        ModelBuilder model(m_builtins.ops);
        const Entry dense = model.apply(
            "dense",
            {model.variable("data"), model.variable("fc_weight"), model.variable("fc_bias")},
            {{"units", "4"}}, "dense");
        const Entry fc = model.apply("__mul_scalar__", {dense}, {{"scalar", "3"}}, "fc");
        return *model.finish(
            {model.apply("clip", {fc}, {{"a_min", "0"}, {"a_max", "0.5"}}, "clip")});
    }

private Q_SLOTS:
    void initTestCase();
    void loweredTheyComputeTheSame_data();
    void loweredTheyComputeTheSame();
    void layersNameTheNodes();
    void withoutALoweringTheyDoNotRun();
    void mxnetsAreLoweredWithTheirGraph();
    void onnxsAreLoweredWithTheirGraph();
    void workersLearnThem();
};

void TstCustomOperators::initTestCase()
{
    const Status status = declareOperators({{"own.json", ownOperators}}, m_builtins.ops);
    QVERIFY2(status, errorOf(status).c_str());
}

void TstCustomOperators::loweredTheyComputeTheSame_data()
{
    QTest::addColumn<QString>("pipeline");
    for (const char *pipeline : {"none", "device", "nnvm:0", "nnvm:3"}) {
        QTest::newRow(pipeline) << QString::fromUtf8(pipeline);
    }
}

void TstCustomOperators::loweredTheyComputeTheSame()
{
    QFETCH(QString, pipeline);
    ExecutionRequest own = requestFor(ownGraph(), "reference");
    ExecutionRequest known = requestFor(knownGraph(), "reference");
    own.pipeline = known.pipeline = pipeline.toStdString();
    const auto values = valuesOf(own);
    QCOMPARE(values.size(), std::size_t{8});
    QCOMPARE(values, valuesOf(known));
    QVERIFY(*std::max_element(values.begin(), values.end()) > 0);
}

void TstCustomOperators::layersNameTheNodes()
{
    Diagnostics diagnostics;
    NERVURE_NEED_OPENCL(m_devices.list(diagnostics).size() > 1);
    ExecutionContext context{m_builtins, m_devices, {}};
    const auto report = profileModel(requestFor(ownGraph(), "pocl"), context);
    QVERIFY2(report, errorOf(report).c_str());
    QStringList nodes;
    for (const LayerProfile &layer : report->data.layers) {
        for (const NamedNode &node : layer.nodes) {
            nodes << QString::fromStdString(node.name);
        }
    }
    nodes.removeDuplicates();
    QCOMPARE(nodes.join(u','), QStringLiteral("fc,clip"));
}

void TstCustomOperators::withoutALoweringTheyDoNotRun()
{
    ModelBuilder model(m_builtins.ops);
    const Graph graph = *model.finish({model.apply("pack", {model.variable("data")}, {}, "pack")});
    ExecutionContext context{m_builtins, m_devices, {}};
    const auto report = runModel(requestFor(graph, "reference"), context);
    QVERIFY(!report);
    QVERIFY2(report.error().message.find("pack 'pack'") != std::string::npos,
             errorOf(report).c_str());
}

void TstCustomOperators::mxnetsAreLoweredWithTheirGraph()
{
    ModelBuilder model(m_builtins.ops, Dialect::MXNet);
    Graph graph = *model.finish({model.apply("OwnClip", {model.variable("data")}, {}, "own")});
    const auto values = valuesOf(requestFor(std::move(graph), "reference"));
    QCOMPARE(values.size(), std::size_t{6});
    QVERIFY(std::all_of(values.begin(), values.end(),
                        [](double value) { return value >= 0 && value <= 1; }));
}

void TstCustomOperators::onnxsAreLoweredWithTheirGraph()
{
    Graph graph;
    graph.setDialect(Dialect::Onnx);
    Node data;
    data.name = "data";
    data.dialect = Dialect::Onnx;
    data.attrs = {{"elem_type", "float32"}, {"shape", "[2, 4]"}};
    Node halve;
    halve.op = "own.domain:Halve";
    halve.name = "halve";
    halve.dialect = Dialect::Onnx;
    halve.attrs = {{"factor", "2.0"}};
    halve.inputs = {{graph.add(std::move(data)), 0, 0}};
    halve.inputPorts.push_back({{}, "data", 0});
    halve.outputPorts.push_back({{}, "y", 0});
    graph.setHeads({{graph.add(std::move(halve)), 0, 0}});
    ExecutionRequest request = requestFor(std::move(graph), "reference");
    request.facts = {};
    Tensor tensor = *Tensor::zeros(DType::Float32, {2, 4});
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        storeElement(tensor.view(), i, static_cast<double>(i));
    }
    request.values.insert_or_assign("data", std::move(tensor));
    QCOMPARE(valuesOf(request), (std::vector<double>{0, 2, 8, 10}));
}

void TstCustomOperators::workersLearnThem()
{
    WorkerRequest asked;
    asked.id = 1;
    asked.command = "run";
    asked.model = R"({"nodes": [{"op": "null", "name": "data", "inputs": []},
        {"op": "soft_clip", "name": "clip", "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "heads": [[1, 0, 0]]})";
    asked.operators = {{"own.json", ownOperators}};
    const std::string line = workerRequestLine(asked);
    auto got = parseWorkerRequest(nlohmann::ordered_json::parse(line));
    QVERIFY2(got, errorOf(got).c_str());
    QCOMPARE(got->operators, asked.operators);
    const Builtins builtins = makeBuiltins();
    got->model = asked.model;
    Diagnostics diagnostics;
    const Status status = openWorkerModel(*got, builtins, diagnostics);
    QVERIFY2(status && diagnostics.empty(), errorOf(status).c_str());
    QVERIFY(builtins.ops.find(Dialect::Nnvm, "soft_clip"));

    auto line2 = nlohmann::ordered_json::parse(line);
    line2["operators"] = {{{"file", "own.json"}}};
    NERVURE_VERIFY_ERROR(parseWorkerRequest(line2), "bad-request",
                         "request member 'operators': expected [{file, text}]");
    got->model = asked.model;
    got->operators = {{"bad.json", "{}"}};
    NERVURE_VERIFY_ERROR(openWorkerModel(*got, builtins, diagnostics), "custom-operators",
                         "bad.json:1:1");
}

NERVURE_TEST(TstCustomOperators)
#include "tst_custom_operators.moc"
