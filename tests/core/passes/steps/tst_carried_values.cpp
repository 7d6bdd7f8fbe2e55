// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/passes/steps/carried_values.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstCarriedValues : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    Graph m_graph;

    [[nodiscard]] GraphValues values(InputFacts facts = {}) const
    {
        return valuesOf(m_graph, {m_builtins.passes, m_builtins.ops, std::move(facts)});
    }
    [[nodiscard]] static const Shapes &shapesOf(const GraphValues &values)
    {
        return *values.analyses.find(keys::shape, values.index);
    }

private Q_SLOTS:
    void init()
    {
        m_graph = {};
        Node x;
        x.name = "x";
        const NodeId source = m_graph.add(x);
        Node y;
        y.name = "y";
        y.op = "relu";
        y.inputs.push_back({source, 0, 0});
        m_graph.setHeads({{m_graph.add(y), 0, 0}});
    }

    void whatTheFileSaysIsTrusted()
    {
        // No relu does that; but the compiler that wrote it knows better.
        m_graph.setAttrs({{"shape", "list_shape", "[[2,3],[7]]"}, {"dtype", "list_int", "[0,0]"}});
        QCOMPARE(shapesOf(values()), (Shapes{{2, 3}, {7}}));
        // Without types there is inference, which does not touch the shapes.
        m_graph.setAttrs({{"shape", "list_shape", "[[2,3],[7]]"}});
        QCOMPARE(shapesOf(values()), (Shapes{{2, 3}, {7}}));
    }

    void whatItDoesNotSayIsInferred()
    {
        InputFacts facts;
        facts.shapes["x"] = {4};
        QCOMPARE(shapesOf(values(facts)), (Shapes{{4}, {4}}));
        QCOMPARE(carriedValues(m_graph, m_builtins.ops).analyses.find(keys::shape.name), nullptr);
    }

    void graphsThatCannotBeIndexedHaveNone()
    {
        m_graph.setHeads({{NodeId{99}, 0, 0}});
        QVERIFY(!values().index);
    }
};

NERVURE_TEST(TstCarriedValues)
#include "tst_carried_values.moc"
