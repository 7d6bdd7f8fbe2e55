// SPDX-License-Identifier: Apache-2.0
#include "core/engine/step_break.h"

#include "core/builtins.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// x -> relu -> y, inferred with so many elements.
PassResult inferred(const Builtins &builtins, const Graph &graph, std::int64_t elements)
{
    PassEnvironment environment{builtins.passes, builtins.ops};
    environment.inputs.shapes["x"] = {elements};
    PassRun run = runPasses(graph, std::vector<PassRequest>{{"InferShape", {}}}, environment);
    return run.steps.front();
}

} // namespace

class TstStepBreak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void faultsAreTold();
    void nodesThatAppearAndVanish();
    void onlyShapesThatWereKnownChange();
    void slowPassesAreFound();
    void aRunGoesOnBehindAHit();

private:
    [[nodiscard]] BreakWatch watchOf(const char *condition) const
    {
        return {{*StepBreak::parse(condition)}, m_graph, m_builtins.ops, Semantics::Exact};
    }

    Builtins m_builtins = makeBuiltins();
    Graph m_graph;
};

void TstStepBreak::initTestCase()
{
    Node x;
    x.name = "x";
    const NodeId input = m_graph.add(std::move(x));
    Node relu;
    relu.op = "relu";
    relu.name = "y";
    relu.inputs.push_back({input, 0, 0});
    const NodeId output = m_graph.add(std::move(relu));
    m_graph.setHeads({{output, 0, 0}});
}

void TstStepBreak::faultsAreTold()
{
    for (const char *text : {"", "grows op:relu", "slower", "slower soon", "slower -1"}) {
        const auto condition = StepBreak::parse(text);
        QVERIFY(!condition);
        QCOMPARE(condition.error().code, std::string("break-syntax"));
    }
    NERVURE_VERIFY_ERROR(StepBreak::parse("appears op:"), "query-syntax", "");
    QVERIFY(StepBreak::parse(" reshapes op:relu ").ok());
}

void TstStepBreak::nodesThatAppearAndVanish()
{
    PassResult step = inferred(m_builtins, m_graph, 2);
    BreakWatch nothing = watchOf("appears op:relu");
    QVERIFY(!nothing.stopsAfter(step));
    Graph grown = m_graph;
    Node more;
    more.op = "tanh";
    more.name = "z";
    more.inputs.push_back(grown.heads().front());
    grown.setHeads({{grown.add(std::move(more)), 0, 0}});
    PassResult next = inferred(m_builtins, grown, 2);
    BreakWatch appears = watchOf("appears op:tanh");
    QVERIFY(!appears.stopsAfter(step));
    QVERIFY(appears.stopsAfter(next));
    QCOMPARE(appears.hit()->nodes, std::vector<std::string>{"z"});
    QCOMPARE(appears.hit()->pass, std::string("InferShape"));
    BreakWatch vanishes = watchOf("vanishes name:z");
    QVERIFY(!vanishes.stopsAfter(next));
    QVERIFY(vanishes.stopsAfter(step));
    QVERIFY(vanishes.hit()->isBefore && !appears.hit()->isBefore);
    QCOMPARE(vanishes.hit()->step, std::size_t{2});
    QCOMPARE(grown.node(vanishes.hit()->ids.at(0)).name, std::string("z"));
}

void TstStepBreak::onlyShapesThatWereKnownChange()
{
    BreakWatch watch = watchOf("reshapes op:relu");
    QVERIFY(!watch.stopsAfter(inferred(m_builtins, m_graph, 2)));
    QVERIFY(!watch.stopsAfter(inferred(m_builtins, m_graph, 2)));
    QVERIFY(watch.stopsAfter(inferred(m_builtins, m_graph, 3)));
    QCOMPARE(watch.hit()->nodes, std::vector<std::string>{"y"});
}

void TstStepBreak::slowPassesAreFound()
{
    PassResult step = inferred(m_builtins, m_graph, 2);
    step.ms = 4;
    QVERIFY(!watchOf("slower 5").stopsAfter(step));
    QVERIFY(watchOf("slower 3").stopsAfter(step));
}

void TstStepBreak::aRunGoesOnBehindAHit()
{
    const std::vector<PassRequest> passes{{"InferShape", {}}, {"InferType", {}}};
    const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
    const auto run = [&](const char *condition, std::size_t passedOver) {
        return runPassesUntil(m_graph, passes, environment, {*StepBreak::parse(condition)},
                              passedOver);
    };
    const BreakRun first = run("slower 0", 0);
    QVERIFY(first.run.ok);
    QCOMPARE(first.run.steps.size(), std::size_t{1});
    QCOMPARE(first.hit->step, std::size_t{1});
    const BreakRun second = run("slower 0", first.hit->step);
    QCOMPARE(second.run.steps.size(), std::size_t{2});
    QCOMPARE(second.hit->pass, std::string("InferType"));
    QCOMPARE(second.hit->step, std::size_t{2});
    const BreakRun last = run("slower 0", second.hit->step);
    QVERIFY(last.run.ok && !last.hit);
    QCOMPARE(runPassesUntil(m_graph, passes, environment, {}).run.steps.size(), std::size_t{2});
}

NERVURE_TEST(TstStepBreak)
#include "tst_step_break.moc"
