// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/graph/op/op_facts.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

struct ManyAttrs {
    int count = 2;
};

std::vector<std::string> namesOf(const ManyAttrs &attrs)
{
    return std::vector<std::string>(static_cast<std::size_t>(attrs.count), "x");
}

OpRegistry makeOps()
{
    OpRegistry ops;
    ops.add(OpBuilder<ManyAttrs>(Dialect::Nnvm, "many")
                .alias("many_alias")
                .attr(field("count", &ManyAttrs::count, "number of outputs").atLeast(1))
                .inputs(namesOf)
                .outputs(namesOf)
                .build());
    ops.add(OpBuilder(Dialect::Nnvm, "any").acceptsAnyKey().build());
    return ops;
}

Node nodeOf(std::string op, AttrDict attrs = {})
{
    Node node;
    node.op = std::move(op);
    node.name = "n";
    node.attrs = std::move(attrs);
    return node;
}

} // namespace

class TstOpFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsAreNumberedWhoeverSharesThem()
    {
        const AttrDict shared{{"k", "v"}};
        const std::vector<Node> nodes{nodeOf("any", shared),
                                      nodeOf("any", {{"k", "v"}}),
                                      nodeOf("any", {{"k", "w"}}),
                                      nodeOf("any"),
                                      nodeOf("many"),
                                      nodeOf("many", shared)};
        OpTexts texts;
        for (int round = 0; round < 2; ++round) {
            std::vector<std::uint32_t> numbers;
            for (const Node &node : nodes) {
                numbers.push_back(texts.numberOf(node));
            }
            QVERIFY(numbers == (std::vector<std::uint32_t>{0, 0, 1, 2, 3, 4}));
        }
        QCOMPARE(texts.count(), 5U);
        Node ours = nodes[0];
        ours.dialect = Dialect::Nervure;
        QCOMPARE(texts.numberOf(ours), 5U);
    }

    void followFromOperatorAndAttributes()
    {
        const Node three = nodeOf("many", {{"count", "3"}});
        const Node plain = nodeOf("many");
        const Node any = nodeOf("any", {{"k", "v"}});
        OpFactsTable table(m_ops);
        const OpFacts &facts = table.of(three);
        QCOMPARE(facts.spec, m_ops.find(three));
        QCOMPARE(facts.attrs.as<ManyAttrs>().count, 3);
        QVERIFY(!facts.hasProblems);
        QVERIFY(facts.inputCount == 3U);
        QCOMPARE(facts.outputCount, 3U);
        QCOMPARE(table.of(plain).outputCount, 2U);
        QVERIFY(!table.of(any).inputCount);
        QCOMPARE(table.of(any).outputCount, 1U);
    }

    void unknownOperatorsAndVariablesHaveNone()
    {
        const Node variable = nodeOf("null");
        const Node unknown = nodeOf("nothing_known", {{"count", "3"}});
        OpFactsTable table(m_ops);
        for (const Node *node : {&variable, &unknown}) {
            QVERIFY(!table.of(*node).spec && !table.of(*node).attrs.data());
            QCOMPARE(table.of(*node).outputCount, 1U);
        }
    }

    void problemsAreNoticed()
    {
        const Node wrong = nodeOf("many", {{"count", "x"}});
        const Node unknownKey = nodeOf("many", {{"counts", "3"}});
        OpFactsTable table(m_ops);
        QVERIFY(table.of(wrong).hasProblems);
        QVERIFY(table.of(unknownKey).hasProblems);
        QCOMPARE(table.of(wrong).attrs.as<ManyAttrs>().count, 2);
    }

    /// Equal text, one result; the smallest difference, another.
    void equalNodesShare()
    {
        const std::vector<Node> nodes{nodeOf("many", {{"count", "3"}, {"__a__", "1"}}),
                                      nodeOf("many", {{"count", "3"}, {"__a__", "1"}}),
                                      nodeOf("many", {{"__a__", "1"}, {"count", "3"}}),
                                      nodeOf("many", {{"count", "3"}, {"__a__", "2"}}),
                                      nodeOf("many_alias", {{"count", "3"}, {"__a__", "1"}})};
        OpFactsTable table(m_ops);
        const void *first = table.of(nodes[0]).attrs.data();
        QCOMPARE(table.of(nodes[1]).attrs.data(), first);
        for (std::size_t i = 2; i < nodes.size(); ++i) {
            QVERIFY(table.of(nodes[i]).attrs.data() != first);
            QCOMPARE(table.of(nodes[i]).outputCount, 3U);
        }
    }

    void manyDifferentNodesAreKeptApart()
    {
        std::vector<Node> nodes;
        for (int i = 1; i <= 2000; ++i) {
            nodes.push_back(nodeOf("many", {{"count", std::to_string(i)}}));
        }
        OpFactsTable table(m_ops);
        for (int round = 0; round < 2; ++round) {
            for (int i = 1; i <= 2000; ++i) {
                const OpFacts &facts = table.of(nodes[static_cast<std::size_t>(i) - 1]);
                QCOMPARE(facts.outputCount, static_cast<std::uint32_t>(i));
            }
        }
    }

private:
    const OpRegistry m_ops = makeOps();
};

NERVURE_TEST(TstOpFacts)
#include "tst_op_facts.moc"
