// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/concat_elision.h"

#include "core/execution/plan/buffer_placement.h"
#include "core/execution/plan/step_dependencies.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// A plan put together step by step; every step has one launch and is called after its operator.
struct Sketch {
    Sketch() { plan.alignment = 64; }

    std::uint32_t buffer(std::int64_t bytes, BufferKind kind = BufferKind::Intermediate)
    {
        PlanBuffer buffer;
        buffer.id = static_cast<std::uint32_t>(plan.buffers.size());
        buffer.kind = kind;
        buffer.bytes = bytes;
        plan.buffers.push_back(buffer);
        return buffer.id;
    }

    void step(const std::string &op, const std::vector<std::uint32_t> &in,
              const std::vector<std::uint32_t> &out)
    {
        PlanStep step;
        step.op = op;
        step.root = op;
        step.parts.emplace_back();
        for (const std::uint32_t id : in) {
            step.inputs.push_back({id, 0, DType::Float32, {}});
        }
        for (const std::uint32_t id : out) {
            step.outputs.push_back({id, 0, DType::Float32, {}});
        }
        step.kernel.launches.emplace_back();
        step.kernel.launches[0].algorithm = op;
        plan.steps.push_back(std::move(step));
    }

    void result(std::uint32_t id) { plan.outputs.push_back({"", {id, 0, DType::Float32, {}}}); }

    /// Joins, numbers, places and links; the operators of the steps that are left.
    std::vector<std::string> finish()
    {
        elided = elideConcats(plan);
        std::vector<std::string> ops;
        for (std::uint32_t i = 0; i < plan.steps.size(); ++i) {
            plan.steps[i].id = i;
            ops.push_back(plan.steps[i].op);
        }
        placeBuffers(plan, nullptr);
        linkSteps(plan);
        return ops;
    }

    ExecutionPlan plan;
    std::vector<ElidedStep> elided;
};

using Steps = std::vector<std::uint32_t>;

} // namespace

class TstConcatElision : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsJoinedIsMadeInItsPlace();
    void partsAreReadWhereTheWholeLies();
    void memoryOfAWholeIsNotReusedBetweenItsParts();
    void whatCannotBeAPartIsCopied_data();
    void whatCannotBeAPartIsCopied();
    void kernelsThatComputeStay();
};

void TstConcatElision::whatIsJoinedIsMadeInItsPlace()
{
    Sketch s;
    const auto x = s.buffer(64, BufferKind::Input);
    const auto a = s.buffer(64);
    const auto b = s.buffer(128);
    const auto whole = s.buffer(192);
    const auto y = s.buffer(192);
    s.step("left", {x}, {a});
    s.step("right", {x}, {b});
    s.step("join", {a, b}, {whole});
    s.step("use", {whole}, {y});
    s.result(y);
    QCOMPARE(s.finish(), (std::vector<std::string>{"left", "right", "use"}));
    QCOMPARE(s.elided.size(), std::size_t{1});
    QCOMPARE(s.elided[0].step.op, std::string("join"));
    QCOMPARE(s.elided[0].maker, b);
    const auto &buffers = s.plan.buffers;
    QCOMPARE(buffers[a].whole, std::optional(whole));
    QCOMPARE(*buffers[a].arenaOffset, *buffers[whole].arenaOffset);
    QCOMPARE(*buffers[b].arenaOffset, *buffers[whole].arenaOffset + 64);
    QCOMPARE(s.plan.arenaBytes, std::int64_t{192});
    QCOMPARE(buffers[whole].firstStep, std::uint32_t{0});
    QCOMPARE(buffers[whole].lastStep, std::uint32_t{2});
    // The branches do not wait for one another.
    QCOMPARE(s.plan.steps[1].dependencies, Steps{});
    QCOMPARE(s.plan.steps[2].dependencies, (Steps{0, 1}));
}

void TstConcatElision::partsAreReadWhereTheWholeLies()
{
    Sketch s;
    const auto x = s.buffer(128, BufferKind::Input);
    const auto whole = s.buffer(128);
    const auto a = s.buffer(64);
    const auto b = s.buffer(64);
    const auto y = s.buffer(64);
    s.step("make", {x}, {whole});
    s.step("part", {whole}, {a, b});
    s.step("use", {b, a}, {y});
    s.result(y);
    QCOMPARE(s.finish(), (std::vector<std::string>{"make", "use"}));
    QCOMPARE(s.elided[0].maker, whole);
    QCOMPARE(*s.plan.buffers[b].arenaOffset, *s.plan.buffers[whole].arenaOffset + 64);
    QCOMPARE(s.plan.steps[1].dependencies, Steps{0});
}

void TstConcatElision::memoryOfAWholeIsNotReusedBetweenItsParts()
{
    Sketch s;
    const auto x = s.buffer(64, BufferKind::Input);
    const auto a = s.buffer(64);
    const auto t = s.buffer(64);
    const auto b = s.buffer(64);
    const auto whole = s.buffer(128);
    const auto y = s.buffer(64);
    const auto z = s.buffer(64);
    s.step("left", {x}, {a});
    s.step("between", {x}, {t});
    s.step("right", {t}, {b});
    s.step("join", {a, b}, {whole});
    s.step("use", {whole}, {y});
    s.step("last", {y}, {z});
    s.result(z);
    QCOMPARE(s.finish(), (std::vector<std::string>{"left", "between", "right", "use", "last"}));
    const auto &buffers = s.plan.buffers;
    const std::int64_t begin = *buffers[whole].arenaOffset;
    QVERIFY(*buffers[t].arenaOffset + 64 <= begin || *buffers[t].arenaOffset >= begin + 128);
    QCOMPARE(s.plan.steps[4].dependencies, Steps{3});
}

void TstConcatElision::whatCannotBeAPartIsCopied_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("isResult");
    QTest::addColumn<bool>("isInput");
    QTest::addColumn<bool>("isTwice");
    QTest::newRow("not aligned") << 60 << false << false << false;
    QTest::newRow("a result") << 64 << true << false << false;
    QTest::newRow("a variable") << 64 << false << true << false;
    QTest::newRow("twice in the whole") << 64 << false << false << true;
}

void TstConcatElision::whatCannotBeAPartIsCopied()
{
    QFETCH(int, bytes);
    QFETCH(bool, isResult);
    QFETCH(bool, isInput);
    QFETCH(bool, isTwice);
    Sketch s;
    const auto x = s.buffer(bytes, BufferKind::Input);
    const auto a = s.buffer(bytes);
    const auto b = s.buffer(bytes);
    const auto whole = s.buffer(2 * bytes);
    const auto y = s.buffer(64);
    s.step("left", {x}, {a});
    s.step("right", {x}, {b});
    s.step("join", {isInput ? x : a, isTwice ? a : b}, {whole});
    s.step("use", {whole}, {y});
    s.result(y);
    if (isResult) {
        s.result(a);
    }
    QCOMPARE(s.finish(), (std::vector<std::string>{"left", "right", "join", "use"}));
    QVERIFY(!s.plan.buffers[a].whole && !s.plan.buffers[b].whole);
}

void TstConcatElision::kernelsThatComputeStay()
{
    Sketch s;
    const auto x = s.buffer(64, BufferKind::Input);
    const auto a = s.buffer(64);
    const auto b = s.buffer(64);
    const auto whole = s.buffer(128);
    s.step("left", {x}, {a});
    s.step("right", {x}, {b});
    s.step("direct", {a, b}, {whole});
    s.result(whole);
    QCOMPARE(s.finish(), (std::vector<std::string>{"left", "right", "direct"}));
    QVERIFY(s.elided.empty());
}

NERVURE_TEST(TstConcatElision)
#include "tst_concat_elision.moc"
