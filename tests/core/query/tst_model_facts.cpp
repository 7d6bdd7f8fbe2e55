// SPDX-License-Identifier: Apache-2.0
#include "core/query/model_facts.h"

#include "core/builtins.h"
#include "core/graph/analysis/whole_graph.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// A call of a function of the model's own, twice, whose body holds a branch.
class TstModelFacts : public QObject {
    Q_OBJECT

    static Node node(const char *name, const char *op, Entries inputs = {})
    {
        Node made;
        made.dialect = Dialect::Onnx;
        made.name = name;
        made.op = op;
        made.inputs = std::move(inputs);
        return made;
    }

    static std::shared_ptr<const Graph> body(const char *op)
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        const NodeId in = graph.add(node("in", "null"));
        const NodeId out = graph.add(node("out", op, {{in}}));
        graph.setHeads({{out}});
        return std::make_shared<const Graph>(std::move(graph));
    }

    static Graph model()
    {
        Graph graph;
        graph.setDialect(Dialect::Onnx);
        Node x = node("x", "null");
        x.attrs.set("elem_type", "float");
        x.attrs.set("shape", "[2, 3]");
        const NodeId input = graph.add(x);
        Node call = node("call", "Twice", {{input}});
        call.subgraphs.push_back(body("Relu"));
        const NodeId called = graph.add(call);
        graph.setHeads({{called}});
        return graph;
    }

    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void nodesOfAllPartsAreFound()
    {
        const Graph graph = model();
        const auto bodies = shownBodies(graph, m_builtins.ops, {});
        QCOMPARE(bodies.size(), std::size_t{1});
        QCOMPARE(bodies[0].path, std::string("call/"));
        QVERIFY(bodies[0].isFunction);
        QuerySource source;
        source.graph = std::make_shared<const Graph>(graph);
        const ModelFacts facts(NodeFacts(std::move(source), m_builtins.ops), bodies,
                               m_builtins.ops);
        QCOMPARE(facts.nodeCount(), std::size_t{4});
        const auto found = findInModel(*Query::parse("op:Relu"), facts);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].part, std::size_t{1});
        QCOMPARE(facts.parts()[1].facts.node(found[0].node).name, std::string("out"));
    }

    void bodiesHaveTypesOfWhereTheyStand()
    {
        const auto bodies = shownBodies(model(), m_builtins.ops, {});
        const Shapes *shapes = bodies[0].analyses.find(keys::shape, bodies[0].index);
        QVERIFY(shapes && shapes->back() == (Shape{2, 3}));
        QCOMPARE(bodyMacs(bodies, Semantics::Fixed).begin()->second,
                 std::optional<std::int64_t>(0));
    }
};

NERVURE_TEST(TstModelFacts)
#include "tst_model_facts.moc"
