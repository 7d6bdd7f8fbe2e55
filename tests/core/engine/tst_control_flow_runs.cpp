// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// Builds a body, or a graph around one, node by node.
class Draft {
public:
    Entry variable(const std::string &name)
    {
        Node node;
        node.name = name;
        return {m_graph.add(node), 0, 0};
    }
    Entry apply(const std::string &op, std::vector<Entry> inputs, AttrDict attrs = {},
                std::vector<Graph> bodies = {})
    {
        Node node;
        node.op = op;
        node.name = op + std::to_string(m_graph.nodeCount());
        node.attrs = std::move(attrs);
        node.inputs = Entries(inputs.begin(), inputs.end());
        node.dialect = bodies.empty() ? Dialect::Nnvm : Dialect::Nervure;
        for (Graph &body : bodies) {
            node.subgraphs.push_back(std::make_shared<const Graph>(std::move(body)));
        }
        return {m_graph.add(std::move(node)), 0, 0};
    }
    Graph finish(std::vector<Entry> heads)
    {
        m_graph.setHeads(std::move(heads));
        return m_graph;
    }

private:
    Graph m_graph;
};

/// All outputs of a node.
std::vector<Entry> outputsOf(const Entry &node, std::uint32_t count)
{
    std::vector<Entry> outputs;
    for (std::uint32_t i = 0; i < count; ++i) {
        outputs.push_back({node.node, i, 0});
    }
    return outputs;
}

/// (a, b, x) -> b + x, b, a + x: one row of the first, states a and b. `b` is a variable: it is copied.
Graph swappingBody()
{
    Draft body;
    const Entry a = body.variable("a");
    const Entry b = body.variable("b");
    const Entry x = body.variable("x");
    const Entry row = body.apply("elemwise_add", {b, x});
    return body.finish({row, b, body.apply("elemwise_add", {a, x})});
}

/// The variables of swappingBody() in the order that its heads reach them: b, x, a.
Graph swappingLoop()
{
    Draft draft;
    const Entry rows = draft.variable("rows");
    const Entry a = draft.variable("a0");
    const Entry b = draft.variable("b0");
    const Entry loop = draft.apply("foreach", {rows, a, b},
                                   {{"num_outputs", "3"},
                                    {"num_out_data", "1"},
                                    {"in_data_locs", "(0)"},
                                    {"in_state_locs", "(1, 2)"},
                                    {"body_input_locs", "(2, 0, 1)"}},
                                   {swappingBody()});
    return draft.finish(outputsOf(loop, 3));
}

/// x doubles as long as the condition's number is not 0: `left` goes down by 1.
Graph doublingLoop(const std::string &most)
{
    Draft condition;
    const Graph goesOn = condition.finish({condition.variable("left")});
    Draft body;
    const Entry left = body.variable("left");
    const Entry x = body.variable("x");
    const Entry less = body.apply("__sub_scalar__", {left}, {{"scalar", "1"}});
    const Entry twice = body.apply("elemwise_add", {x, x});
    const Graph doubled = body.finish({twice, less, twice});
    Draft draft;
    const Entry count = draft.variable("count");
    const Entry start = draft.variable("start");
    const Entry loop = draft.apply("while_loop", {count, start},
                                   {{"num_outputs", "3"},
                                    {"num_out_data", "1"},
                                    {"max_iterations", most},
                                    {"in_state_locs", "(0, 1)"},
                                    {"cond_input_locs", "(0)"},
                                    {"body_input_locs", "(1, 0)"}},
                                   {goesOn, doubled});
    return draft.finish(outputsOf(loop, 3));
}

/// For each row, if `flag` is not 0, its dense product with a weight, else its negative.
Graph choosingLoop()
{
    Draft condition;
    const Graph asks = condition.finish({condition.variable("flag")});
    Draft yes;
    const Entry data = yes.variable("data");
    const Entry weight = yes.variable("weight");
    const Graph product =
        yes.finish({yes.apply("dense", {data, weight}, {{"units", "2"}, {"use_bias", "False"}})});
    Draft no;
    const Graph negated = no.finish({no.apply("negative", {no.variable("data")})});
    Draft body;
    const Entry flag = body.variable("flag");
    const Entry x = body.variable("x");
    const Entry w = body.variable("w");
    const Entry choice = body.apply("cond", {flag, x, w},
                                    {{"num_outputs", "1"},
                                     {"cond_input_locs", "(0)"},
                                     {"then_input_locs", "(1, 2)"},
                                     {"else_input_locs", "(1)"}},
                                    {asks, product, negated});
    const Graph chosen = body.finish({choice});
    Draft draft;
    const Entry flags = draft.variable("flags");
    const Entry rows = draft.variable("rows");
    const Entry weights = draft.variable("fc_weight");
    const Entry loop = draft.apply("foreach", {flags, rows, weights},
                                   {{"num_outputs", "1"},
                                    {"num_out_data", "1"},
                                    {"in_data_locs", "(0, 1)"},
                                    {"in_state_locs", "()"},
                                    {"body_input_locs", "(0, 1, 2)"}},
                                   {chosen});
    return draft.finish({loop});
}

} // namespace

/// Bodies as plans, on every device there is.
class TstControlFlowRuns : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
    std::vector<std::string> m_names;

    [[nodiscard]] static ExecutionRequest requestFor(Graph graph, TensorMap values,
                                                     const std::string &device)
    {
        ExecutionRequest request;
        request.graph = std::move(graph);
        request.semantics = Semantics::Fixed;
        request.device = device;
        request.values = std::move(values);
        request.repeat = 2;
        request.warmup = 0;
        request.warmsUntilSettled = false;
        return request;
    }

    /// The elements of all outputs, or the error.
    std::string resultsOf(const ExecutionRequest &request)
    {
        ExecutionContext context{m_builtins, m_devices, {}};
        const auto report = runModel(request, context);
        if (!report) {
            return report.error().message;
        }
        QStringList all;
        for (const NamedTensor &output : report->outputs) {
            for (std::int64_t i = 0; i < output.tensor.count(); ++i) {
                all += QString::number(elementAsDouble(output.tensor.view(), i), 'g', 4);
            }
            all += QStringLiteral("|");
        }
        return all.join(u' ').toStdString();
    }

    /// One row for each device, and for the pipelines that compile bodies in other ways.
    void addDevices()
    {
        QTest::addColumn<std::string>("device");
        QTest::addColumn<std::string>("pipeline");
        for (const std::string &name : m_names) {
            for (const char *pipeline : {"device", "none", "nnvm:3"}) {
                QTest::addRow("%s %s", name.c_str(), pipeline) << name << std::string(pipeline);
            }
        }
    }

    void compareResults(Graph graph, TensorMap values, const std::string &expected)
    {
        QFETCH(const std::string, device);
        QFETCH(const std::string, pipeline);
        ExecutionRequest request = requestFor(std::move(graph), std::move(values), device);
        request.pipeline = pipeline;
        request.loadedParams = {"fc_weight"};
        QCOMPARE(resultsOf(request), expected);
    }

private Q_SLOTS:
    void initTestCase()
    {
        Diagnostics diagnostics;
        for (const DeviceInfo &device : m_devices.list(diagnostics)) {
            m_names.push_back(device.id);
        }
    }

    void foreachKeepsRowsAndStates_data() { addDevices(); }
    void foreachKeepsRowsAndStates()
    {
        const TensorMap values{{"rows", Tensor::ofFloats({3, 1}, std::vector<float>{1, 2, 3})},
                               {"a0", Tensor::ofFloats({1}, std::vector<float>{0})},
                               {"b0", Tensor::ofFloats({1}, std::vector<float>{1})}};
        compareResults(swappingLoop(), values, "2 3 6 | 3 | 4 |");
    }

    void whileEndsWhenItsConditionSaysSo_data() { addDevices(); }
    void whileEndsWhenItsConditionSaysSo()
    {
        const auto valuesFor = [](float count) {
            return TensorMap{{"count", Tensor::ofFloats({1}, std::vector<float>{count})},
                             {"start", Tensor::ofFloats({1}, std::vector<float>{3})}};
        };
        compareResults(doublingLoop("5"), valuesFor(2), "6 12 0 0 0 | 0 | 12 |");
        compareResults(doublingLoop("5"), valuesFor(0), "0 0 0 0 0 | 0 | 3 |");
        compareResults(doublingLoop("3"), valuesFor(8), "6 12 24 | 5 | 24 |");
    }

    void bodiesLieWithinBodies_data() { addDevices(); }
    void bodiesLieWithinBodies()
    {
        const TensorMap values{
            {"flags", Tensor::ofFloats({3, 1}, std::vector<float>{1, 0, 1})},
            {"rows", Tensor::ofFloats({3, 1, 2}, std::vector<float>{1, 2, 3, 4, 5, 6})},
            {"fc_weight", Tensor::ofFloats({2, 2}, std::vector<float>{1, 1, 0, 10})}};
        compareResults(choosingLoop(), values, "3 20 -3 -4 11 60 |");
    }

    void bodiesShowTheirOwnLayers()
    {
        const TensorMap values{{"count", Tensor::ofFloats({1}, std::vector<float>{2})},
                               {"start", Tensor::ofFloats({1}, std::vector<float>{3})}};
        for (const std::string &device : m_names) {
            for (const RunMode mode : {RunMode::Serialized, RunMode::Pipelined}) {
                ExecutionRequest request = requestFor(doublingLoop("5"), values, device);
                request.mode = mode;
                ExecutionContext context{m_builtins, m_devices, {}};
                const auto report = profileModel(request, context);
                QVERIFY(report.ok());
                QCOMPARE(report->data.layers.size(), std::size_t{1});
                const LayerProfile &loop = report->data.layers[0];
                QCOMPARE(loop.op, std::string("while_loop"));
                QCOMPARE(loop.role, std::string("control_flow"));
                QCOMPARE(loop.inner.size(), std::size_t{2});
                double sum = 0;
                for (const LayerProfile &inner : loop.inner) {
                    QCOMPARE(inner.calls, std::size_t{2});
                    sum += inner.ms.mean;
                }
                // Means add up whatever else the machine does.
                QVERIFY(sum <= loop.ms.mean * 1.01);
            }
        }
    }

    void statesThatChangeTheirShapeAreRefused()
    {
        const TensorMap values{{"rows", Tensor::ofFloats({3, 2}, std::vector<float>(6))},
                               {"a0", Tensor::ofFloats({1}, std::vector<float>{0})},
                               {"b0", Tensor::ofFloats({1}, std::vector<float>{1})}};
        const std::string error = resultsOf(requestFor(swappingLoop(), values, "reference"));
        QVERIFY2(error.find("foreach") != std::string::npos, error.c_str());
    }
};

NERVURE_TEST(TstControlFlowRuns)
#include "tst_control_flow_runs.moc"
