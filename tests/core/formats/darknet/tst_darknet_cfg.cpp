// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/node_source_map.h"
#include "core/formats/project/open_model.h"
#include "tests/support/errors.h"
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
    void networksOfTheFork();
    void unusedKeysAreWarnings();
    void valuesThatDarknetTakesForOthers();
    void faultsHaveAPlace_data();
    void faultsHaveAPlace();
    void unknownLayersStay();
    void findingsOfLayersHaveAPlace();
    void whatIsWrittenIsReadAgain();
    void unchangedTextStays();
    void editsChangeTheirLinesAlone();
    void numbersOfLayersFollow();
    void newAndDeletedLayers();
    void theInputsSizeIsSaid();
    void graphsThatNoCfgCanSay();

private:
    /// The graph as a change of that text, without findings.
    [[nodiscard]] std::string saved(const Graph &graph, const std::string &text) const
    {
        Diagnostics found;
        const auto written = m_builtins.formats.find("cfg")->writePreserving(
            graph, text, {m_builtins.ops, Semantics::Fixed, {}}, found);
        return written && found.empty() ? *written : "not saved";
    }
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

void TstDarknetCfg::networksOfTheFork()
{
    const std::string plain = smallNet;
    const std::string scaled = plain + "[yolo]\nscale_x_y = 1.05\n";
    const auto isForks = [this](const std::string &text) {
        const auto opened = open(text);
        return opened
               && opened->graph.node(*opened->graph.findByName("convolutional_0"))
                          .attrs.find("of_fork")
                      != nullptr;
    };
    QVERIFY(!isForks(plain));
    QVERIFY(isForks(scaled));
    QVERIFY(isForks(plain + "[conv]\nactivation=mish\n"));
    QVERIFY(isForks(plain + "[silence]\n"));
    // No file says it.
    QCOMPARE(saved(open(scaled)->graph, scaled), scaled);
    QVERIFY(written(open(scaled)->graph)->find("fork") == std::string::npos);
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

void TstDarknetCfg::valuesThatDarknetTakesForOthers()
{
    const auto opened = open("[net]\ninputs=4\n[connected]\noutput=3x\nactivation=relu9\n"
                             "batch_normalize=$b\n");
    QVERIFY(opened.ok());
    QCOMPARE(opened->diagnostics.size(), std::size_t{3});
    QCOMPARE(formatDiagnostic(opened->diagnostics[0]),
             std::string("net.cfg:4:1: output is '3x', which Darknet takes for 3"));
    QCOMPARE(formatDiagnostic(opened->diagnostics[1]),
             std::string("net.cfg:5:1: activation is 'relu9', which Darknet takes for relu"));
    QCOMPARE(opened->diagnostics[2].message,
             std::string("batch_normalize is '$b', which Darknet takes for 0"));
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
        ":1:1: [net] has no input, expected height, width and channels, or inputs");
    add("a size below 0", "[net]\ninputs=-3\n[gru]\n",
        ":2:1: inputs is '-3', expected a whole number from 0 to 1073741824");
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
    const auto opened = open("[net]\ninputs=4\n[iseg]\nfrom=-1\n[connected]\n");
    QVERIFY(opened.ok());
    const Graph &graph = opened->graph;
    QCOMPARE(graph.node(*graph.findByName("iseg_0")).op, std::string("iseg"));
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
    QCOMPARE(saved(open(smallNet)->graph, smallNet).c_str(), smallNet);
}

void TstDarknetCfg::editsChangeTheirLinesAlone()
{
    Graph graph = open(smallNet)->graph;
    AttrDict &attrs = graph.edit(*graph.findByName("convolutional_0")).attrs;
    attrs.set("filters", "7");
    attrs.set("size", "3");
    attrs.erase("batch_normalize");
    std::string wanted = smallNet;
    const std::string had = "filters = 2\nbatch_normalize=1\n";
    wanted.replace(wanted.find(had), had.size(), "filters = 7\nsize=3\n");
    QCOMPARE(saved(graph, smallNet).c_str(), wanted.c_str());
    const auto again = open(wanted);
    QVERIFY(again.ok());
    QCOMPARE(saved(graph, wanted).c_str(), wanted.c_str());
}

/// Numbers that count back stay, where they still hold; both kinds are written as they were.
void TstDarknetCfg::numbersOfLayersFollow()
{
    const std::string text = "[net]\ninputs=4\n[activation]\n\n; two\n[dropout]\n[logistic]\n"
                             "[route]\nlayers = -2, 0 # both\n[route]\nlayers=2\n";
    Graph graph = open(text)->graph;
    const NodeId gone = *graph.findByName("dropout_1");
    const NodeId logistic = *graph.findByName("logistic_2");
    const NodeId route = *graph.findByName("route_3");
    const NodeId first = *graph.findByName("activation_0");
    graph.edit(logistic).inputs[0] = {first};
    graph.edit(route).inputs[0] = {first};
    graph.remove(gone);
    const std::string wanted = "[net]\ninputs=4\n[activation]\n\n; two\n[logistic]\n"
                               "[route]\nlayers = -2, 0 # both\n[route]\nlayers=1\n";
    QCOMPARE(saved(graph, text).c_str(), wanted.c_str());
    graph.edit(route).inputs[0] = {logistic};
    QVERIFY(saved(graph, text).find("layers = -1, 0 # both\n") != std::string::npos);
}

void TstDarknetCfg::newAndDeletedLayers()
{
    const std::string text = "[net]\r\ninputs=4\r\n[activation]\r\n\r\n# the end\r\n[logistic]\r\n";
    Graph graph = open(text)->graph;
    Node added;
    added.dialect = Dialect::Darknet;
    added.op = "dropout";
    added.name = "dropped";
    added.attrs.set("probability", ".2");
    added.inputs = {{*graph.findByName("logistic_1")}};
    graph.add(added);
    QCOMPARE(saved(graph, text), text + "\r\n[dropout]\r\nprobability=.2\r\n");
    Graph less = open(text)->graph;
    const NodeId gone = *less.findByName("logistic_1");
    less.setHeads({{*less.findByName("activation_0")}});
    less.remove(gone);
    QCOMPARE(saved(less, text),
             std::string("[net]\r\ninputs=4\r\n[activation]\r\n\r\n# the end\r\n"));
}

void TstDarknetCfg::theInputsSizeIsSaid()
{
    Graph graph = open(smallNet)->graph;
    graph.edit(*graph.findByName("data")).attrs.set("shape", "[1,3,8,4]");
    std::string wanted = smallNet;
    wanted.replace(wanted.find("height = 4"), 10, "height = 8");
    QCOMPARE(saved(graph, smallNet).c_str(), wanted.c_str());
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
    NERVURE_VERIFY_ERROR(written(Graph()), "cfg-write", "the graph has no input with a shape");
}

NERVURE_TEST(TstDarknetCfg)
#include "tst_darknet_cfg.moc"
