// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/evaluation.h"

#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;
using namespace nervure::conformance;

namespace {

const Builtins &builtins()
{
    static const Builtins all = makeBuiltins();
    return all;
}

/// x of type float32 through operators without attributes, one after the other.
SizedGraph chain(const std::vector<std::string> &ops, const Shape &shape)
{
    Graph graph;
    Node variable;
    variable.name = "x";
    NodeId last = graph.add(variable);
    for (const std::string &op : ops) {
        Node node;
        node.op = op;
        node.name = op;
        node.inputs = {{last, 0, 0}};
        last = graph.add(node);
    }
    graph.setHeads({{last, 0, 0}});
    InputFacts facts;
    facts.shapes["x"] = shape;
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const PassEnvironment environment{builtins().passes, builtins().ops, facts};
    const PassRun run = runPasses(graph, passes, environment);
    return {run.index, *run.analyses.find(keys::shape, run.index),
            *run.analyses.find(keys::dtype, run.index)};
}

} // namespace

class TstEvaluation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void toleranceIsAbsoluteAndRelative()
    {
        const Tolerance tolerance{1e-5, 1e-4};
        QVERIFY(tolerance.holds(1.00009, 1));
        QVERIFY(!tolerance.holds(1.0002, 1));
        QVERIFY(tolerance.holds(9e-6, 0));
        QVERIFY(!tolerance.holds(2e-5, 0));
    }

    void nanAndInfinitiesMustBeTheSame()
    {
        const double nan = std::nan("");
        const double infinity = std::numeric_limits<double>::infinity();
        const Tolerance wide{1e9, 1};
        QVERIFY(wide.holds(nan, nan));
        QVERIFY(!wide.holds(nan, 1));
        QVERIFY(!wide.holds(1, nan));
        QVERIFY(wide.holds(infinity, infinity));
        QVERIFY(!wide.holds(-infinity, infinity));
        QVERIFY(!wide.holds(1e30, infinity));
        QVERIFY(!wide.holds(infinity, 1e30));
    }

    void integersAreExact()
    {
        QVERIFY(Tolerance{}.holds(3, 3));
        QVERIFY(!Tolerance{}.holds(3, 4));
    }

    void computesEveryEntry()
    {
        const SizedGraph graph = chain({"negative", "exp"}, {2});
        const auto values = evaluate(graph, {{"x", Tensor::ofFloats({2}, std::array{0.f, 1.f})}});
        QVERIFY(values);
        QCOMPARE(values->at(1).elements<float>()[1], -1.f);
        QCOMPARE(values->at(2).elements<float>()[0], 1.f);
    }

    void missingValueFails()
    {
        const auto values = evaluate(chain({"exp"}, {2}), {});
        QVERIFY(!values);
        QVERIFY(values.error().message.find("'x'") != std::string::npos);
    }

    void valueOfAnotherShapeFails()
    {
        const TensorMap other{{"x", Tensor::ofFloats({1}, std::array{1.f})}};
        NERVURE_VERIFY_ERROR(evaluate(chain({"exp"}, {2}), other), "value-missing", "for 'x'");
    }

    void tolerancesWidenBehindLongReductions()
    {
        const SizedGraph small = chain({"softmax"}, {1, 8});
        QCOMPARE(tolerancesOf(small)[1].relative, 1e-4);
        const SizedGraph large = chain({"global_avg_pool2d", "exp"}, {1, 1, 16, 16});
        QCOMPARE(tolerancesOf(large)[0].relative, 1e-4);
        QCOMPARE(tolerancesOf(large)[2].relative, 1e-3);
    }

    void onlyDecisionsNearTheTieFallToTheOtherSide()
    {
        const SizedGraph graph = chain({"floor", "negative"}, {4});
        const TensorMap variables{
            {"x", Tensor::ofFloats({4}, std::array{1.f, 1.5f, 1.99999f, 1.99f})}};
        const auto one = evaluate(graph, variables);
        const auto other = evaluateOtherSides(graph, variables, tolerancesOf(graph));
        QVERIFY(one && other);
        const std::vector<bool> expected{true, false, true, false};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(one->at(2).elements<float>()[i] != other->at(2).elements<float>()[i],
                     bool(expected[i]));
        }
    }

    void smoothOperatorsHaveNoOtherSide()
    {
        const SizedGraph graph = chain({"exp", "negative"}, {3});
        const TensorMap variables{{"x", Tensor::ofFloats({3}, std::array{0.f, 1.f, 2.f})}};
        const auto one = evaluate(graph, variables);
        const auto other = evaluateOtherSides(graph, variables, tolerancesOf(graph));
        QVERIFY(one && other);
        QVERIFY(std::ranges::equal(one->at(2).elements<float>(), other->at(2).elements<float>()));
    }
};

NERVURE_TEST(TstEvaluation)
#include "tst_evaluation.moc"
