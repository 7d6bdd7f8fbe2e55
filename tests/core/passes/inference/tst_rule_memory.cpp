// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/shape_rules.h"
#include "tests/core/passes/single_pass.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

struct TimesAttrs {
    int factor = 2;
};

/// InferShape on a graph whose operator counts how often its rule is asked.
class Counting {
public:
    int calls = 0;
    Shapes given; ///< before inference, by entry
    SinglePass pass{makeOps()};

    NodeId variable(const std::string &name, const Shape &shape)
    {
        pass.facts.shapes[name] = shape;
        return pass.add("null", name, {});
    }
    NodeId times(const std::string &name, NodeId input, AttrDict attrs = {})
    {
        return pass.add("times", name, {input}, std::move(attrs));
    }
    const Shapes &infer(const std::vector<NodeId> &heads)
    {
        pass.setHeads(heads);
        if (!given.empty()) {
            pass.analyses.set(keys::shape, given, *pass.index());
        }
        calls = 0;
        status = pass.run("InferShape");
        static const Shapes none;
        const Shapes *shapes = pass.analyses.find(keys::shape, *pass.index());
        return shapes ? *shapes : none;
    }
    Status status;

private:
    /// The output is the input with its first size multiplied.
    OpRegistry makeOps()
    {
        OpRegistry ops;
        const OpSpec::ShapeRule rule = [this](const RuleContext &c, Shapes &in, Shapes &out) {
            ++calls;
            if (out[0].hasRank() && !in[0].hasRank()) {
                in[0] = out[0];
                in[0][0] /= c.attrs.as<TimesAttrs>().factor;
            }
            if (!in[0].hasRank()) {
                return Status();
            }
            Shape shape = in[0];
            shape[0] *= c.attrs.as<TimesAttrs>().factor;
            return assignOutput(out, 0, shape);
        };
        ops.add(OpBuilder<TimesAttrs>(Dialect::Nnvm, "times")
                    .attr(field("factor", &TimesAttrs::factor, "factor"))
                    .inputs({"data"})
                    .shape(rule)
                    .build());
        return ops;
    }
};

} // namespace

class TstRuleMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalNodesAreAskedOnce()
    {
        Counting graph;
        const NodeId x = graph.variable("x", {2, 3});
        std::vector<NodeId> heads;
        for (int i = 0; i < 50; ++i) {
            heads.push_back(graph.times("t" + std::to_string(i), x));
        }
        const Shapes &shapes = graph.infer(heads);
        QCOMPARE(shapes.size(), std::size_t{51});
        for (std::size_t i = 1; i < shapes.size(); ++i) {
            QCOMPARE(shapes[i], (Shape{4, 3}));
        }
        QCOMPARE(graph.calls, 2); // once to infer, once to see whether all fits
    }

    void equalNodesOfUnknownShapeAreAskedOnce()
    {
        Counting graph;
        const NodeId x = graph.pass.add("null", "x", {});
        std::vector<NodeId> heads;
        for (int i = 0; i < 50; ++i) {
            heads.push_back(graph.times("t" + std::to_string(i), x));
        }
        QVERIFY(graph.infer(heads) == Shapes(51));
        QCOMPARE(graph.calls, 1);
    }

    /// The nodes that learn from one another see different shapes, and so do the sweeps.
    void whatIsLearntBackwardsIsPassedOn()
    {
        Counting graph;
        NodeId last = graph.pass.add("null", "x", {});
        for (int i = 0; i < 3; ++i) {
            last = graph.times("t" + std::to_string(i), last);
        }
        graph.given = {{}, {}, {}, {40}};
        QVERIFY(graph.infer({last}) == (Shapes{{5}, {10}, {20}, {40}}));
    }

    void otherShapesAndAttributesAreAskedAgain()
    {
        Counting graph;
        const NodeId x = graph.variable("x", {2, 3});
        const NodeId y = graph.variable("y", {7});
        std::vector<NodeId> heads;
        for (int i = 0; i < 10; ++i) {
            const std::string number = std::to_string(i);
            heads.push_back(graph.times("a" + number, i % 2 == 0 ? x : y));
            heads.push_back(graph.times("b" + number, x, {{"factor", number}}));
        }
        const Shapes shapes = graph.infer(heads);
        const auto index = graph.pass.index();
        for (std::size_t i = 0; i < heads.size(); ++i) {
            const auto number = static_cast<std::int64_t>(i / 2);
            const Shape shape = shapes[index->entryId(*index->find(heads[i]), 0)];
            const std::int64_t doubled =
                number == 0 ? unknownSize : 2 * number; // as NNVM takes a 0
            const Shape expected = i % 2 == 1        ? Shape{doubled, 3}
                                   : number % 2 == 0 ? Shape{4, 3}
                                                     : Shape{14};
            QCOMPARE(shape, expected);
        }
    }

    void whatIsKnownOfOutputsIsUsed()
    {
        Counting graph;
        const NodeId x = graph.pass.add("null", "x", {});
        const NodeId y = graph.variable("y", {3});
        const NodeId fromY = graph.times("from_y", y);
        const NodeId fromX = graph.times("from_x", x);
        graph.given = {{}, {}, {}, {10}};
        QVERIFY(graph.infer({fromY, fromX}) == (Shapes{{3}, {6}, {5}, {10}}));
    }

    void everyContradictionIsReported()
    {
        Counting graph;
        const NodeId x = graph.variable("x", {2});
        std::vector<NodeId> heads;
        Shapes wrong{{2}};
        for (int i = 0; i < 5; ++i) {
            heads.push_back(graph.times("t" + std::to_string(i), x));
            wrong.push_back({i == 3 ? 4 : 5});
        }
        graph.given = wrong;
        graph.infer(heads);
        QCOMPARE(graph.pass.diagnostics.size(), std::size_t{4});
        QCOMPARE(graph.pass.diagnostics[1].where.node, std::string("t1"));
    }
};

NERVURE_TEST(TstRuleMemory)
#include "tst_rule_memory.moc"
