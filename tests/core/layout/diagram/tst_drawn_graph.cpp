// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/drawn_graph.h"

#include "core/builtins.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/layout/diagram/attribute_summary.h"
#include "tests/core/layout/pictures.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace nervure;

class TstDrawnGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parametersAreFoldedIntoTheirOperator();
    void unfoldedParametersAreDrawn();
    void linesTellShapeAndLayout();
    void faultyGraphsAreDrawn();
    void detailIsShort_data();
    void detailIsShort();
    void tensorFlowsWindowsAreThoseOfTheImage();
    void svgIsWellFormed();
    void svgComesInPieces();

private:
    static Graph convolution()
    {
        Graph graph;
        Node data;
        data.name = "data";
        Node weight;
        weight.name = "conv0_weight";
        Node conv;
        conv.op = "my_conv";
        conv.name = "conv0";
        conv.attrs = {{"kernel_size", "(3, 3)"}, {"strides", "(2, 2)"}};
        conv.inputs = {Entry{graph.add(data)}, Entry{graph.add(weight)}};
        graph.setHeads({Entry{graph.add(conv)}});
        return graph;
    }
};

void TstDrawnGraph::parametersAreFoldedIntoTheirOperator()
{
    const Graph graph = convolution();
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    QCOMPARE(drawn.nodes.size(), std::size_t(2));
    QCOMPARE(drawn.edges.size(), std::size_t(1));
    QCOMPARE(drawn.nodes[1].folded.size(), std::size_t(1));
    QCOMPARE(drawn.nodes[1].title, std::string("my_conv"));
    QCOMPARE(drawn.nodes[1].detail, std::string("3×3 s2"));
    QVERIFY(drawn.nodes[1].isHead);
    QVERIFY(!drawn.nodes[1].isKnown);
    QCOMPARE(drawn.find(*graph.findByName("conv0_weight")), drawn.find(*graph.findByName("conv0")));
}

void TstDrawnGraph::linesTellShapeAndLayout()
{
    const Graph graph = convolution();
    Diagnostics diagnostics;
    const auto index = IndexedGraph::build(graph, OpRegistry(), diagnostics);
    QVERIFY(index.ok());
    Analyses analyses;
    DrawOptions options;
    options.indexed = index->get();
    options.analyses = &analyses;
    const auto label = [&] { return makeDrawnGraph(graph, OpRegistry(), options).edges[0].label; };
    QCOMPARE(label(), std::string());
    analyses.set(keys::shape, Shapes((*index)->entryCount(), Shape{1, 3, 8, 8}), **index);
    QCOMPARE(label(), std::string("1×3×8×8"));
    analyses.set(keys::layout, {"NCHW", "OIHW", "__undef__"}, **index);
    QCOMPARE(label(), std::string("1×3×8×8 NCHW"));
    analyses.set(keys::layout, {"__undef__", "OIHW", "NCHW"}, **index);
    QCOMPARE(label(), std::string("1×3×8×8"));
}

void TstDrawnGraph::unfoldedParametersAreDrawn()
{
    DrawOptions options;
    options.foldParameters = false;
    const DrawnGraph drawn = makeDrawnGraph(convolution(), OpRegistry(), options);
    QCOMPARE(drawn.nodes.size(), std::size_t(3));
    QCOMPARE(drawn.edges.size(), std::size_t(2));
}

void TstDrawnGraph::faultyGraphsAreDrawn()
{
    Graph graph = convolution();
    const NodeId conv = *graph.findByName("conv0");
    Node relu;
    relu.op = "relu";
    relu.name = "r";
    relu.inputs = {Entry{conv}, Entry{NodeId{4711}}};
    relu.controlDeps = {NodeId{4712}, conv};
    const NodeId last = graph.add(relu);
    graph.edit(conv).inputs.push_back(Entry{last});
    const DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    QCOMPARE(drawn.nodes.size(), std::size_t(3));
    QVERIFY(drawn.nodes[*drawn.find(last)].hasFaultyInput);
    QCOMPARE(drawn.edges.size(), std::size_t(4));
    QVERIFY(tests::svgOf(drawn).ok());
}

void TstDrawnGraph::detailIsShort_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("size") << "pool_size"
                          << "(3, 2)" << QStringLiteral("3×2");
    QTest::newRow("stride 1 says nothing") << "strides"
                                           << "(1, 1)"
                                           << "";
    QTest::newRow("strides that differ") << "strides"
                                         << "[2,1]" << QStringLiteral("s2×1");
    QTest::newRow("units") << "units"
                           << "1000" << QStringLiteral("→ 1000");
    QTest::newRow("kind") << "act_type"
                          << "relu" << QStringLiteral("relu");
    QTest::newRow("lines are seen") << "num_args"
                                    << "35"
                                    << "";
    QTest::newRow("filters") << "filters"
                             << "16" << QStringLiteral("→ 16");
    QTest::newRow("dilation rate") << "dilation_rate"
                                   << "(2, 2)" << QStringLiteral("d2");
    QTest::newRow("nonsense") << "padding"
                              << "same?"
                              << "";
    QTest::newRow("next step") << "next_iteration"
                               << "while/next_2"
                               << "← next_2";
    QTest::newRow("unknown key") << "foo"
                                 << "3"
                                 << "";
}

void TstDrawnGraph::detailIsShort()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, expected);
    Node node;
    node.op = "x";
    node.attrs.set(key.toStdString(), value.toStdString());
    QCOMPARE(QString::fromStdString(attributeSummary(node, nullptr)), expected);
}

void TstDrawnGraph::tensorFlowsWindowsAreThoseOfTheImage()
{
    const Builtins builtins = makeBuiltins();
    Node pool;
    pool.dialect = Dialect::TensorFlow;
    pool.op = "MaxPool";
    pool.attrs = {{"T", "float32"},
                  {"data_format", "NHWC"},
                  {"ksize", "[1, 3, 3, 1]"},
                  {"padding", "SAME"},
                  {"strides", "[1, 2, 2, 1]"}};
    const OpSpec *spec = builtins.ops.find(pool.dialect, pool.op);
    QVERIFY(spec != nullptr);
    QCOMPARE(attributeSummary(pool, spec), std::string("3×3 s2"));
    pool.attrs.set("data_format", "NCHW");
    pool.attrs.set("ksize", "[1, 1, 3, 5]");
    pool.attrs.set("strides", "[1, 1, 2, 2]");
    QCOMPARE(attributeSummary(pool, spec), std::string("3×5 s2"));
}

void TstDrawnGraph::svgIsWellFormed()
{
    Graph graph = convolution();
    graph.edit(*graph.findByName("conv0")).name = "<conv & \"more\"\x01>";
    for (const bool isDark : {false, true}) {
        SvgOptions options;
        options.isDark = isDark;
        const Result<std::string> svg = tests::svgOf(makeDrawnGraph(graph, OpRegistry()), options);
        QVERIFY(svg.ok());
        QXmlStreamReader reader(QByteArray::fromStdString(*svg));
        int texts = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement() && reader.name() == QLatin1String("text")) {
                QVERIFY(reader.attributes().hasAttribute(QLatin1String("textLength")));
                ++texts;
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(texts, 4);
    }
}

void TstDrawnGraph::svgComesInPieces()
{
    Graph graph;
    Node node;
    for (int i = 0; i < 1500; ++i) {
        node.name = "x" + std::to_string(i);
        const NodeId id = graph.add(node);
        node.op = "unknown";
        node.inputs = {Entry{id}};
    }
    LayoutClient client(LayoutClientOptions{});
    const TableTextMeasure measure;
    const Result<Drawing> drawing =
        makeDrawing(makeDrawnGraph(graph, OpRegistry()), measure, client);
    QVERIFY(drawing.ok());
    std::string together;
    int pieces = 0;
    writeSvg(*drawing, measure, {}, [&](std::string_view piece) {
        together += piece;
        ++pieces;
    });
    QVERIFY(pieces > 1);
    QVERIFY(together == writeSvg(*drawing, measure));
}

NERVURE_TEST(TstDrawnGraph)
#include "tst_drawn_graph.moc"
