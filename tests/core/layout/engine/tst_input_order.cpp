// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/input_order.h"

#include "core/builtins.h"
#include "core/frontends/models/models.h"
#include "core/passes/pass_manager.h"
#include "tests/core/layout/layouts.h"
#include "tests/support/environment.h"
#include "tests/support/kept_order.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <fmt/format.h>

using namespace nervure;
using namespace nervure::tests;

namespace {

using MakeGraph = Result<Graph> (*)(const OpRegistry &);

/// Layers as an exported BERT has them: parameters are drawn, and biases are read before what they are added to.
class Encoder {
public:
    explicit Encoder(const OpRegistry &ops) : m_model(ops) {}

    Result<Graph> make(int layers)
    {
        Entry x = m_model.variable("data", shape("(1, 64, 96)"));
        for (m_layer = 0; m_layer < layers; ++m_layer) {
            x = normalized(add(linear(attention(x), "output", 96, 96), x), "norm");
            const Entry wide = m_model.apply("tanh", {linear(x, "wide", 96, 384)});
            x = normalized(add(linear(wide, "narrow", 384, 96), x), "last");
        }
        return m_model.finish({x});
    }

private:
    static AttrDict shape(const std::string &text) { return {{"shape", text}}; }

    Entry parameter(const char *name, const std::string &text)
    {
        return m_model.variable(fmt::format("layer{}.{}", m_layer, name), shape(text));
    }
    Entry add(Entry a, Entry b) { return m_model.apply("elemwise_add", {a, b}); }
    Entry linear(Entry x, const std::string &name, int in, int out)
    {
        const Entry bias = parameter((name + ".bias").c_str(), fmt::format("({},)", out));
        const Entry weight =
            parameter((name + ".weight").c_str(), fmt::format("({}, {})", in, out));
        return m_model.apply("broadcast_add", {bias, m_model.apply("matmul", {x, weight})});
    }
    Entry normalized(Entry x, const std::string &name)
    {
        const Entry scaled =
            m_model.apply("broadcast_mul", {m_model.apply("softmax", {x}),
                                            parameter((name + ".weight").c_str(), "(96,)")});
        return m_model.apply("broadcast_add",
                             {scaled, parameter((name + ".bias").c_str(), "(96,)")});
    }
    Entry heads(Entry x, const char *name)
    {
        const Entry split =
            m_model.apply("reshape", {linear(x, name, 96, 96)}, {{"shape", "(1, 64, 4, 24)"}});
        return m_model.apply("transpose", {split}, {{"axes", "(0, 2, 1, 3)"}});
    }
    /// Products by element stand for those of matrices, which NNVM does not have.
    Entry attention(Entry x)
    {
        const Entry scores = m_model.apply("elemwise_mul", {heads(x, "query"), heads(x, "key")});
        const Entry mixed =
            m_model.apply("elemwise_mul",
                          {m_model.apply("softmax", {scores}, {{"axis", "3"}}), heads(x, "value")});
        const Entry turned = m_model.apply("transpose", {mixed}, {{"axes", "(0, 2, 1, 3)"}});
        return m_model.apply("reshape", {turned}, {{"shape", "(1, 64, 96)"}});
    }

    ModelBuilder m_model;
    int m_layer = 0;
};

Result<Graph> encoder(const OpRegistry &ops)
{
    return Encoder(ops).make(3);
}

} // namespace

class TstInputOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inputsStandInTheirOrder_data();
    void inputsStandInTheirOrder();
    void linesOfAReaderTakeTheOrderOfItsInputs();
    void manyLinesAreLeftAlone();
    void graphvizKeepsTheOrder();
    void survivorsOfACompilerKeepTheirOrder_data();
    void survivorsOfACompilerKeepTheirOrder();

private:
    [[nodiscard]] LayoutClient client() const
    {
        LayoutClientOptions options;
        options.helper = program("nervure-layout");
        return LayoutClient(options);
    }

    Builtins m_builtins = makeBuiltins();
};

void TstInputOrder::inputsStandInTheirOrder_data()
{
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("second");
    QTest::newRow("as laid out") << -80.0 << 80.0;
    QTest::newRow("turned over") << 80.0 << -80.0;
}

void TstInputOrder::inputsStandInTheirOrder()
{
    QFETCH(double, first);
    QFETCH(double, second);
    const LayoutRequest request = boxes(3, {{0, 2}, {1, 2}});
    const auto chains = splitIntoSegments(request);
    LayoutResult piece;
    for (const std::uint32_t box : chains[0][0].nodes) {
        piece.nodes.push_back({{box == 0 ? first : box == 1 ? second : 0, box == 2 ? 100.0 : 0}});
    }
    piece.edges.resize(2);
    piece.edges[0].points = {{first, 0}};
    turnToInputOrder(request, chains[0][0], piece);
    for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
        const std::uint32_t box = chains[0][0].nodes[i];
        QCOMPARE(piece.nodes[i].center.x, box == 0 ? -80.0 : box == 1 ? 80.0 : 0.0);
    }
    QCOMPARE(piece.edges[0].points[0].x, -80.0);
}

void TstInputOrder::linesOfAReaderTakeTheOrderOfItsInputs()
{
    // The last box reads 1 and then 2, which stands above 1.
    auto chains = splitIntoSegments(boxes(4, {{0, 2}, {2, 1}, {1, 3}, {2, 3}}));
    for (Segment &segment : chains[0]) {
        keepInputOrder(segment);
    }
    const Segment &segment = chains[0].back();
    QCOMPARE(segment.nodes, std::vector<std::uint32_t>({2, 1, 3}));
    QCOMPARE(segment.edges, std::vector<std::uint32_t>({1, 2, 3}));
    const std::vector<LayoutEdge> &lines = segment.request.edges;
    QVERIFY(!lines[0].isInOrder); // the only line to its box
    for (const std::size_t line : {1U, 2U}) {
        QVERIFY(lines[line].isInOrder);
        QCOMPARE(lines[line].from, line == 1 ? 1U : 0U);
    }
}

void TstInputOrder::manyLinesAreLeftAlone()
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t a = 0; a < 9; ++a) {
        for (std::uint32_t b = a + 1; b < 9; ++b) {
            pairs.emplace_back(a, b);
        }
    }
    auto chains = splitIntoSegments(boxes(9, pairs));
    keepInputOrder(chains[0][0]);
    for (const LayoutEdge &line : chains[0][0].request.edges) {
        QVERIFY(!line.isInOrder);
    }
}

void TstInputOrder::graphvizKeepsTheOrder()
{
    const LayoutRequest request =
        boxes(6, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {1, 4}, {5, 4}, {2, 4}});
    LayoutClient own = client();
    const Result<LayoutResult> layout = own.layout(request);
    QVERIFY(layout && layout->engine == LayoutEngine::Graphviz);
    double last = -1;
    for (const std::size_t input : {3U, 1U, 5U, 2U}) {
        QVERIFY(layout->nodes[input].center.x > last);
        last = layout->nodes[input].center.x;
    }
}

void TstInputOrder::survivorsOfACompilerKeepTheirOrder_data()
{
    QTest::addColumn<MakeGraph>("make");
    QTest::newRow("resnet50") << &models::buildResnet50;
    QTest::newRow("mobilenet") << &models::buildMobilenet;
    QTest::newRow("squeezenet") << &models::buildSqueezenet;
    QTest::newRow("encoder") << &encoder;
}

void TstInputOrder::survivorsOfACompilerKeepTheirOrder()
{
    QFETCH(MakeGraph, make);
    Result<Graph> graph = make(m_builtins.ops);
    QVERIFY2(graph, graph ? "" : graph.error().message.c_str());
    LayoutClient own = client();
    const TableTextMeasure text;
    const auto placesOf = [&](const Graph &shown) {
        const Result<Drawing> drawing =
            makeDrawing(makeDrawnGraph(shown, m_builtins.ops), text, own);
        return drawing ? boxPlaces(*drawing, shown) : BoxPlaces();
    };
    BoxPlaces before = placesOf(*graph);
    const std::vector<PassRequest> passes{{"Compile", {{"opt_level", "3"}}}};
    const PassRun run = runPasses(std::move(*graph), passes, {m_builtins.passes, m_builtins.ops});
    QVERIFY2(run.ok, run.diagnostics.empty() ? "" : run.diagnostics[0].message.c_str());
    int changes = 0;
    for (const PassResult &step : run.steps) {
        if (!step.changed) {
            continue;
        }
        BoxPlaces now = placesOf(*step.graph);
        const KeptOrder order = keptOrder(before, now);
        const double all = percentKept(order.pairs, order.turned);
        const double beside = percentKept(order.besidePairs, order.besideTurned);
        QVERIFY2(all >= 95 && beside >= 95,
                 fmt::format("{}: {:.1f} %, beside {:.1f} %", step.name, all, beside).c_str());
        changes += order.pairs > 100 ? 1 : 0;
        before = std::move(now);
    }
    QVERIFY(changes > 0);
}

NERVURE_TEST(TstInputOrder)
#include "tst_input_order.moc"
