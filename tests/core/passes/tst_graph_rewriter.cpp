// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_rewriter.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// x → a → b, and a rewriter of it.
class Rewriting {
public:
    Rewriting()
    {
        x = add("null", "x", {});
        a = add("f", "a", {x});
        b = add("f", "b", {a});
        graph.setHeads({{b, 0, 0}});
        before = graph;
    }

    Graph graph;
    Graph before;
    NodeId x, a, b;
    Provenance provenance;

    NodeId add(std::string op, std::string name, const std::vector<NodeId> &inputs)
    {
        Node node;
        node.op = std::move(op);
        node.name = std::move(name);
        for (const NodeId input : inputs) {
            node.inputs.push_back({input, 0, 0});
        }
        return graph.add(std::move(node));
    }
    PassContext &context()
    {
        m_context.index = IndexedGraph::build(graph, m_ops, m_diagnostics).value();
        return m_context;
    }

private:
    OpRegistry m_ops;
    Analyses m_analyses;
    Diagnostics m_diagnostics;
    InputFacts m_inputs;
    std::map<std::string, std::string> m_options;
    PassContext m_context{graph,     m_analyses,       provenance, m_diagnostics, m_ops, m_inputs,
                          m_options, Semantics::Exact, {},         nullptr};
};

} // namespace

class TstGraphRewriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copiesTakeTheirOriginalsPlace();
    void originalsThatAreStillReadGetAnotherId();
    void nothingChangedMeansUntouched();
    void newNodesAreExplained();
    void readersOfReplacedNodesAreCopied();
    void replacementsNeedOneEntryAnOutput();
    void unreachedNodesLeaveWithAChange();
    void partsKeepTheirIds();
};

void TstGraphRewriter::copiesTakeTheirOriginalsPlace()
{
    Rewriting r;
    GraphRewriter rewriter(r.context());
    const NodeId copied = rewriter.copy(1);
    rewriter.graph().edit(copied).name = "a2";
    const NodeId reader = rewriter.copy(2);
    rewriter.graph().edit(reader).inputs = {{copied, 0, 0}};
    rewriter.finish({{reader, 0, 0}});
    QCOMPARE(rewriter.resultId(copied), r.a);
    QCOMPARE(r.graph.node(r.a).name, std::string("a2"));
    QCOMPARE(r.graph.node(r.b).inputs[0].node, r.a);
    QCOMPARE(r.graph.heads()[0].node, r.b);
    QCOMPARE(r.graph.nodeCount(), std::size_t{3});
    QVERIFY(r.provenance.origins.empty());
}

void TstGraphRewriter::originalsThatAreStillReadGetAnotherId()
{
    Rewriting r;
    r.graph.edit(r.a).sourceIndex = 7;
    GraphRewriter rewriter(r.context());
    const NodeId copied = rewriter.copy(1);
    const NodeId reader = rewriter.copy(2);
    rewriter.graph().edit(reader).inputs = {{copied, 0, 0}, {r.a, 0, 0}};
    rewriter.finish({{reader, 0, 0}});
    const Node &b = r.graph.node(r.b);
    QCOMPARE(b.inputs[0].node, r.a);
    QCOMPARE(b.inputs[1].node, copied);
    QCOMPARE(*r.graph.node(r.a).sourceIndex, 7U);
    QVERIFY(!r.graph.node(copied).sourceIndex);
    QCOMPARE(r.provenance.origins.size(), std::size_t{1});
    QCOMPARE(r.provenance.origins[0].node, copied);
    QCOMPARE(r.provenance.origins[0].from, std::vector<NodeId>{r.a});
}

void TstGraphRewriter::nothingChangedMeansUntouched()
{
    Rewriting r;
    r.add("f", "unreached", {r.x});
    const std::uint64_t revision = r.graph.revision();
    GraphRewriter rewriter(r.context());
    const NodeId copied = rewriter.copy(2);
    rewriter.finish({{copied, 0, 0}});
    QCOMPARE(r.graph.revision(), revision);
    QCOMPARE(r.graph.nodeCount(), std::size_t{4});
}

void TstGraphRewriter::newNodesAreExplained()
{
    Rewriting r;
    GraphRewriter rewriter(r.context());
    Node node;
    node.op = "g";
    node.inputs = {{r.a, 0, 0}};
    const NodeId told = rewriter.add(node, {r.a}, "told");
    node.inputs = {{told, 0, 0}};
    const NodeId made = rewriter.graph().add(node);
    rewriter.explain({r.b}, "made by a rule");
    rewriter.finish({{made, 0, 0}});
    QCOMPARE(r.provenance.origins.size(), std::size_t{2});
    QCOMPARE(r.provenance.origins[0].reason, std::string("told"));
    QCOMPARE(r.provenance.origins[1].node, made);
    QCOMPARE(r.provenance.origins[1].reason, std::string("made by a rule"));
}

void TstGraphRewriter::readersOfReplacedNodesAreCopied()
{
    Rewriting r;
    GraphRewriter rewriter(r.context());
    std::vector<NodeId> asked;
    const Status status =
        replaceNodes(rewriter, [&](std::uint32_t id, NodeId node) -> Result<Replacement> {
            asked.push_back(node);
            return id == 1 ? Replacement{{Entry{r.x, 0, 0}}} : Replacement{};
        });
    QVERIFY(status.ok());
    QVERIFY(asked[0] == r.x && asked[1] == r.a && asked[2] != r.b);
    QCOMPARE(r.graph.node(r.b).inputs[0].node, r.x);
    QVERIFY(!r.graph.contains(r.a));
}

void TstGraphRewriter::replacementsNeedOneEntryAnOutput()
{
    Rewriting r;
    GraphRewriter rewriter(r.context());
    const Status status =
        replaceNodes(rewriter, [&](std::uint32_t id, NodeId) -> Result<Replacement> {
            return id == 1 ? Replacement{std::vector<Entry>{}} : Replacement{};
        });
    NERVURE_VERIFY_ERROR(status, "rewrite-outputs",
                         "f 'a' becomes 0 values, expected one for each of 1 outputs");
    QVERIFY(r.graph.sameAs(r.before));
}

void TstGraphRewriter::unreachedNodesLeaveWithAChange()
{
    Rewriting r;
    const NodeId unreached = r.add("f", "unreached", {r.x});
    GraphRewriter rewriter(r.context());
    rewriter.finish({{r.a, 0, 0}});
    QVERIFY(!r.graph.contains(unreached) && !r.graph.contains(r.b));
    QCOMPARE(r.graph.nodeCount(), std::size_t{2});
}

void TstGraphRewriter::partsKeepTheirIds()
{
    Rewriting r;
    const Graph part = partOf(r.graph, {{r.a, 0, 0}});
    QCOMPARE(part.nodeCount(), std::size_t{2});
    QCOMPARE(part.node(r.a).name, std::string("a"));
    QCOMPARE(part.heads()[0].node, r.a);
}

NERVURE_TEST(TstGraphRewriter)
#include "tst_graph_rewriter.moc"
