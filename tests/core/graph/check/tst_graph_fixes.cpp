// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/check/graph_check.h"
#include "core/graph/check/graph_fixes.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// A fix takes the finding it is offered for away, and undoing it brings the graph back.
class TstGraphFixes : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    /// data → conv0 (weight, bias) → relu0, with a second reader of the data.
    static Graph net()
    {
        Graph graph;
        const auto add = [&graph](const char *name, const char *op, AttrDict attrs,
                                  std::vector<Entry> inputs) {
            Node node;
            node.name = name;
            node.op = op;
            node.attrs = std::move(attrs);
            for (const Entry &input : inputs) {
                node.inputs.push_back(input);
            }
            return graph.add(std::move(node));
        };
        const NodeId data = add("data", "null", {}, {});
        const NodeId weight = add("conv0_weight", "null", {}, {});
        const NodeId bias = add("conv0_bias", "null", {}, {});
        const NodeId conv = add("conv0", "conv2d", {{"channels", "8"}, {"kernel_size", "(3, 3)"}},
                                {Entry{data}, Entry{weight}, Entry{bias}});
        const NodeId relu = add("relu0", "relu", {}, {Entry{conv}});
        add("tanh0", "tanh", {}, {Entry{data}});
        graph.setHeads({Entry{relu}});
        return graph;
    }

    static NodeId named(const Graph &graph, const char *name)
    {
        return graph.findByName(name).value_or(NodeId{});
    }

    [[nodiscard]] Diagnostics findings(const Graph &graph, const char *code) const
    {
        Diagnostics found;
        for (GraphFinding &finding : checkGraph(graph, m_builtins.ops, Semantics::Fixed)) {
            if (finding.diagnostic.code == code) {
                found.push_back(std::move(finding.diagnostic));
            }
        }
        return found;
    }

    /// Applies the fix of the first finding of that code; says what kind it was.
    std::optional<GraphFix::Kind> mend(Graph &graph, const char *code) const
    {
        const Diagnostics found = findings(graph, code);
        const auto fix = found.empty() ? std::nullopt : fixOf(graph, m_builtins.ops, found.front());
        if (!fix) {
            return std::nullopt;
        }
        const Graph before = graph;
        const Result<Edit> inverse = apply(graph, fix->edit);
        if (!inverse) {
            return std::nullopt;
        }
        Graph back = graph;
        const bool isUndone = apply(back, *inverse).ok() && back == before;
        return isUndone ? std::optional(fix->kind) : std::nullopt;
    }

private Q_SLOTS:
    void misspeltAttributesAreRenamedOthersRemoved()
    {
        Graph graph = net();
        const NodeId conv = named(graph, "conv0");
        graph.edit(conv).attrs.set("stride", "(2, 2)");
        QCOMPARE(mend(graph, "attr-unknown"), GraphFix::Kind::RenameAttribute);
        QCOMPARE(*graph.node(conv).attrs.find("strides"), std::string("(2, 2)"));
        graph.edit(conv).attrs.set("colour_of_the_sky", "blue");
        QCOMPARE(mend(graph, "attr-unknown"), GraphFix::Kind::RemoveAttribute);
        QVERIFY(findings(graph, "attr-unknown").empty());
    }

    /// As graphs of other frameworks have them: words that mean something else are no misspellings.
    void wordsThatMayMeanSomethingElseAreLeftAlone()
    {
        const auto isLeft = [this](const char *op, const char *key, const char *value,
                                   const char *code) {
            Graph graph = net();
            const NodeId node = named(graph, "tanh0");
            graph.edit(node).op = op;
            if (*key != '\0') {
                graph.edit(node).attrs.set(key, value);
            }
            const Diagnostics found = findings(graph, code);
            return found.size() == 1 && !fixOf(graph, m_builtins.ops, found.front())
                   && found.front().message.find("did you mean") == std::string::npos;
        };
        for (const char *op : {"batch_dot", "tan", "relu6", "conv1d", "rsqrt", "BatchNorm", "_copy",
                               "batch_nrom_", "exp2"}) {
            QVERIFY2(isLeft(op, "", "", "op-unknown"), op);
        }
        QVERIFY(isLeft("softmax", "axes", "(1)", "attr-unknown"));
        QVERIFY(isLeft("squeeze", "axes", "(1)", "attr-unknown"));
        QVERIFY(isLeft("softmax", "units", "7", "attr-unknown"));
    }

    void badValuesGetTheDefaultWhereThereIsOne()
    {
        Graph graph = net();
        const NodeId conv = named(graph, "conv0");
        graph.edit(conv).attrs.set("groups", "several");
        QCOMPARE(mend(graph, "attr-invalid"), GraphFix::Kind::ResetAttribute);
        QVERIFY(findings(graph, "attr-invalid").empty());
        graph.edit(conv).attrs.set("channels", "several");
        QVERIFY(!mend(graph, "attr-invalid"));
    }

    void misspeltOperatorsAreRenamedInPlace()
    {
        Graph graph = net();
        const NodeId conv = named(graph, "conv0");
        const auto order = std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end());
        graph.edit(conv).op = "conv2";
        QCOMPARE(mend(graph, "op-unknown"), GraphFix::Kind::RenameOperator);
        QCOMPARE(graph.node(conv).op, std::string("conv2d"));
        QVERIFY(std::equal(order.begin(), order.end(), graph.nodes().begin()));
        QCOMPARE(graph.node(named(graph, "relu0")).inputs.front().node, conv);
    }

    void laterNodesOfANameGetAnother()
    {
        Graph graph = net();
        const NodeId relu = named(graph, "relu0");
        graph.edit(relu).name = "conv0";
        QCOMPARE(mend(graph, "name-duplicate"), GraphFix::Kind::RenameNode);
        QVERIFY(findings(graph, "name-duplicate").empty());
        QVERIFY(graph.node(relu).name != "conv0");
    }

    void lostInputsBecomeVariables()
    {
        Graph graph = net();
        graph.remove(named(graph, "conv0_weight"));
        graph.remove(named(graph, "conv0_bias"));
        QCOMPARE(mend(graph, "entry-node"), GraphFix::Kind::AddVariables);
        QVERIFY(findings(graph, "entry-node").empty());
        QVERIFY(named(graph, "conv0_weight").isValid());
        QVERIFY(named(graph, "conv0_bias").isValid());
    }

    void inputsAreAddedAndTakenAwayToTheNumberThatIsMeant()
    {
        Graph graph = net();
        const NodeId relu = named(graph, "relu0");
        graph.edit(relu).inputs.push_back(Entry{named(graph, "data")});
        QCOMPARE(mend(graph, "input-count"), GraphFix::Kind::RemoveInputs);
        QCOMPARE(graph.node(relu).inputs.size(), std::size_t{1});
        graph.edit(named(graph, "conv0")).inputs.resize(1);
        QCOMPARE(mend(graph, "input-count"), GraphFix::Kind::AddVariables);
        QVERIFY(findings(graph, "input-count").empty());
    }

    void outputsThatAreNotThere()
    {
        Graph graph = net();
        graph.edit(named(graph, "relu0")).inputs.front().index = 3;
        QCOMPARE(mend(graph, "entry-index"), GraphFix::Kind::FirstOutput);
        graph.setHeads({Entry{named(graph, "relu0")}, Entry{NodeId{999}}});
        QCOMPARE(mend(graph, "entry-node"), GraphFix::Kind::RemoveOutputs);
        QCOMPARE(graph.heads().size(), std::size_t{1});
    }

    void whatIsInsideASubgraphIsLeftAlone()
    {
        const Graph graph = net();
        Diagnostic unknown = makeErrorAt("conv0", "attr-unknown", "wrong");
        Diagnostic head = makeError("entry-node", "wrong");
        for (Diagnostic *finding : {&unknown, &head}) {
            finding->where.owners = {"loop"};
            finding->where.attribute = "kernel_size";
            QVERIFY(!fixOf(graph, m_builtins.ops, *finding));
        }
    }

    void lostDependenciesGo()
    {
        Graph graph = net();
        graph.edit(named(graph, "relu0")).controlDeps.push_back(NodeId{999});
        QCOMPARE(mend(graph, "entry-node"), GraphFix::Kind::RemoveDependencies);
        QVERIFY(graph.node(named(graph, "relu0")).controlDeps.empty());
    }

    void cyclesNeedADecision()
    {
        Graph graph = net();
        graph.edit(named(graph, "conv0")).inputs.front() = Entry{named(graph, "relu0")};
        const Diagnostics found = findings(graph, "cycle");
        QVERIFY(!found.empty());
        QVERIFY(!fixOf(graph, m_builtins.ops, found.front()));
    }

    void lightNetTensorsAreFoundByName()
    {
        Graph graph;
        graph.setDialect(Dialect::LightNet);
        const auto add = [&graph](const char *name, const char *op, Entry input, const char *reads,
                                  const char *makes) {
            Node node;
            node.dialect = Dialect::LightNet;
            node.name = name;
            node.op = op;
            node.inputs.push_back(input);
            node.inputPorts.push_back({"src", reads, 0});
            node.outputPorts.push_back({"dst", makes, 0});
            return graph.add(std::move(node));
        };
        const NodeId first = add("first", "relu", Entry{NodeId{999}}, "image", "features");
        const NodeId second = add("second", "relu", Entry{NodeId{999}}, "featurs", "result");
        const auto fix = fixOf(graph, m_builtins.ops,
                               makeErrorAt("second", "tensor-undefined", "no such tensor"));
        QVERIFY(fix.has_value());
        QCOMPARE(fix->kind, GraphFix::Kind::ConnectTensor);
        QVERIFY(apply(graph, fix->edit).ok());
        QCOMPARE(graph.node(second).inputs.front(), (Entry{first}));
        graph.edit(second).outputPorts = std::vector<Port>{{"dst", "features", 0}};
        QCOMPARE(mend(graph, "tensor-duplicate"), GraphFix::Kind::RenameTensor);
        QVERIFY(graph.node(second).outputPorts.front().tensor != "features");
    }
};

NERVURE_TEST(TstGraphFixes)
#include "tst_graph_fixes.moc"
