// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/node_source_map.h"
#include "core/formats/project/open_model.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr const char *smallNet = "# a comment\n"
                                 "[net]\n"
                                 " height = 4\n"
                                 "width=4\r\n"
                                 "channels=3 # three colors\n"
                                 "momentum=0.9\n"
                                 "\n"
                                 "[conv]\n"
                                 "filters = 2\n"
                                 "batch_normalize=1\n"
                                 "[yolo]\n"
                                 "jitter=.3\n"
                                 "[route]\n"
                                 "layers = -2\n"
                                 "[shortcut]\n"
                                 "from=-3\n"
                                 "activation=linear\n"
                                 "; the end\n";

} // namespace

class TstDarknetCfg : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersBecomeNodes();
    void arraysStandAsInTheWeightsFile();
    void whatDetectsIsAResult();
    void unusedKeysAreWarnings();
    void faultsHaveAPlace_data();
    void faultsHaveAPlace();
    void unknownLayersStay();
    void findingsOfLayersHaveAPlace();
    void whatIsWrittenIsReadAgain();
    void unchangedTextStays();
    void graphsThatNoCfgCanSay();

private:
    [[nodiscard]] Result<OpenedModel> open(const std::string &text) const
    {
        return openModelText(text, "net.cfg", m_builtins.formats, m_builtins.ops);
    }
    [[nodiscard]] Result<std::string> written(const Graph &graph) const
    {
        Diagnostics diagnostics;
        return m_builtins.formats.find("cfg")->write(graph, {m_builtins.ops, Semantics::Fixed, {}},
                                                     diagnostics);
    }

    Builtins m_builtins = makeBuiltins();
};

void TstDarknetCfg::layersBecomeNodes()
{
    const auto opened = open(smallNet);
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
    const Graph &graph = opened->graph;
    QCOMPARE(graph.dialect(), Dialect::Darknet);
    QCOMPARE(opened->semantics, Semantics::Fixed);
    const Node &conv = graph.node(*graph.findByName("convolutional_0"));
    QCOMPARE(conv.op, std::string("convolutional"));
    QCOMPARE(*conv.attrs.find("filters"), std::string("2"));
    const Node &input = graph.node(*graph.findByName("data"));
    QCOMPARE(input.attrs.find("shape")->c_str(), "[1,3,4,4]");
    QCOMPARE(*input.attrs.find("momentum"), std::string("0.9"));
    const Node &shortcut = graph.node(*graph.findByName("shortcut_3"));
    QCOMPARE(graph.node(shortcut.inputs[0].node).name, std::string("route_2"));
    QCOMPARE(graph.node(shortcut.inputs[1].node).name, std::string("convolutional_0"));
    QCOMPARE(open("[net]\ninputs=5\ntime_steps=2\n[gru]\n")
                 ->graph.node(NodeId{0})
                 .attrs.find("shape")
                 ->c_str(),
             "[2,5]");
}

void TstDarknetCfg::arraysStandAsInTheWeightsFile()
{
    const auto opened = open(smallNet);
    QVERIFY(opened.ok());
    std::vector<std::string> names;
    for (const NodeId id : opened->graph.nodes()) {
        if (opened->graph.node(id).isVariable()) {
            names.push_back(opened->graph.node(id).name);
        }
    }
    QCOMPARE(names, (std::vector<std::string>{
                        "data", "convolutional_0_biases", "convolutional_0_scales",
                        "convolutional_0_rolling_mean", "convolutional_0_rolling_variance",
                        "convolutional_0_weights"}));
}

void TstDarknetCfg::whatDetectsIsAResult()
{
    const auto opened = open(smallNet);
    QVERIFY(opened.ok());
    const auto &heads = opened->graph.heads();
    QCOMPARE(heads.size(), std::size_t{2});
    QCOMPARE(opened->graph.node(heads[0].node).name, std::string("yolo_1"));
    QCOMPARE(opened->graph.node(heads[1].node).name, std::string("shortcut_3"));
}

void TstDarknetCfg::unusedKeysAreWarnings()
{
    const auto opened = open("[net]\ninputs=4\n[connected]\nfilter=3\n");
    QVERIFY(opened.ok());
    QCOMPARE(opened->diagnostics.size(), std::size_t{1});
    QCOMPARE(formatDiagnostic(opened->diagnostics[0]),
             std::string("net.cfg:4:1: Darknet reads no key filter in [connected]"));
    QVERIFY(open(smallNet)->diagnostics.empty());
}

void TstDarknetCfg::faultsHaveAPlace_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("fault");
    const auto add = [](const char *name, const char *text, const char *fault) {
        QTest::newRow(name) << std::string(text) << "net.cfg" + std::string(fault);
    };
    add("no key", "[net]\ninputs=4\n[gru]\n  output\n",
        ":4:3: found 'output', expected a section such as [net], or KEY=VALUE");
    add("an open bracket", "[net]\n[gru\n",
        ":2:1: found '[gru', expected a name in brackets such as [convolutional]");
    add("no input", "[net]\nheight=4\n[gru]\n",
        ":1:1: [net] has no input, expected height, width and channels, or inputs");
    add("a size that is none", "[net]\ninputs=many\n[gru]\n",
        ":2:1: inputs is 'many', expected a whole number from 0 to 1073741824");
    add("no layer", "[net]\ninputs=3\n", ":1:1: there is no layer, expected one behind [net]");
    add("a later layer", "[net]\ninputs=3\n[gru]\n[route]\nlayers=0,1\n",
        ":5:1: layers is '0,1', expected the number of an earlier layer, 0 to 0");
    add("before the first layer", "[net]\ninputs=3\n[gru]\n[route]\nlayers=-2\n",
        ":5:1: layers is '-2', expected the number of an earlier layer, 0 to 0");
    add("a route to nowhere", "[net]\ninputs=3\n[gru]\n[route]\n",
        ":4:1: [route] has no key layers, expected numbers of earlier layers");
}

void TstDarknetCfg::faultsHaveAPlace()
{
    QFETCH(std::string, text);
    QFETCH(std::string, fault);
    const auto opened = open(text);
    QVERIFY(!opened.ok());
    QCOMPARE(formatDiagnostic(opened.error()).c_str(), fault.c_str());
}

void TstDarknetCfg::unknownLayersStay()
{
    const auto opened = open("[net]\ninputs=4\n[sam]\nfrom=-1\n[connected]\n");
    QVERIFY(opened.ok());
    const Graph &graph = opened->graph;
    QCOMPARE(graph.node(*graph.findByName("sam_0")).op, std::string("sam"));
    QVERIFY(graph.findByName("connected_1").has_value());
}

void TstDarknetCfg::findingsOfLayersHaveAPlace()
{
    const auto opened = open("[net]\ninputs=4\n[connected]\noutput=none\n");
    QVERIFY(opened.ok());
    NodeSourceMap places(opened->text, "net.cfg", "darknet");
    Diagnostic found = makeErrorAt("connected_0", "attr-invalid", "is wrong");
    found.where.attribute = "output";
    places.locate(found);
    QCOMPARE(found.where.line, 4);
    found = makeErrorAt("connected_0", "infer-shape", "is wrong");
    places.locate(found);
    QCOMPARE(found.where.line, 3);
}

void TstDarknetCfg::whatIsWrittenIsReadAgain()
{
    const auto opened = open(smallNet);
    QVERIFY(opened.ok());
    const auto text = written(opened->graph);
    QVERIFY2(text.ok(), text.ok() ? "" : text.error().message.c_str());
    const auto again = open(*text);
    QVERIFY2(again.ok(), text->c_str());
    QCOMPARE(*written(again->graph), *text);
    QCOMPARE(again->graph.nodeCount(), opened->graph.nodeCount());
    QVERIFY(text->find("[shortcut]\nfrom=0\nactivation=linear\n") != std::string::npos);
}

void TstDarknetCfg::unchangedTextStays()
{
    Graph graph = open(smallNet)->graph;
    Diagnostics found;
    const auto saved = [&] {
        return m_builtins.formats.find("cfg")->writePreserving(
            graph, smallNet, {m_builtins.ops, Semantics::Fixed, {}}, found);
    };
    QCOMPARE(saved()->c_str(), smallNet);
    QVERIFY(found.empty());
    graph.edit(*graph.findByName("convolutional_0")).attrs.set("filters", "7");
    QVERIFY(saved()->find("[convolutional]\nfilters=7\n") != std::string::npos);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].code, std::string("cfg-comments"));
}

void TstDarknetCfg::graphsThatNoCfgCanSay()
{
    Graph graph = open(smallNet)->graph;
    const NodeId route = *graph.findByName("route_2");
    graph.edit(*graph.findByName("shortcut_3")).inputs[0] = {*graph.findByName("yolo_1")};
    QCOMPARE(
        written(graph).error().message,
        std::string("it reads another result than that of the layer above it, for which a .cfg "
                    "needs a route"));
    graph.edit(route).dialect = Dialect::Nnvm;
    QCOMPARE(written(graph).error().message,
             std::string("route is of dialect nnvm, expected a layer"));
    QVERIFY(!written(Graph()).ok());
}

NERVURE_TEST(TstDarknetCfg)
#include "tst_darknet_cfg.moc"
