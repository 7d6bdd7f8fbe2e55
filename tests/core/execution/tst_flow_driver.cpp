// SPDX-License-Identifier: Apache-2.0
#include "core/execution/flow_driver.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <string>

using namespace nervure;

namespace {

/// A plan that reads one number and gives one; by hand, as no step of it runs.
std::shared_ptr<const ExecutionPlan> numberPlan()
{
    ExecutionPlan plan;
    for (const BufferKind kind : {BufferKind::Input, BufferKind::Output}) {
        PlanBuffer buffer;
        buffer.id = static_cast<std::uint32_t>(plan.buffers.size());
        buffer.kind = kind;
        buffer.type = DType::Float32;
        buffer.shape = {1};
        buffer.bytes = 4;
        plan.buffers.push_back(buffer);
    }
    plan.inputs = {0};
    plan.outputs = {{"result", {1, 0, DType::Float32, {1}}}};
    return std::make_shared<const ExecutionPlan>(std::move(plan));
}

/// A `while_loop` of one state: buffer 0 is its input, 1 its output, 2 and 3 its scratch.
PlanStep stateLoop(std::int64_t most)
{
    PlanFlow flow;
    flow.kind = ControlFlow::Kind::While;
    flow.mostSteps = most;
    flow.isSliced = {false};
    flow.states = {0};
    flow.bodies = {{numberPlan(), {{0, 0}}, {false}}, {numberPlan(), {{0, 0}}, {true}}};
    PlanStep step;
    step.inputs = {{0, 0, DType::Float32, {1}}};
    step.outputs = {{1, 0, DType::Float32, {1}}};
    step.scratch = {2, 3};
    step.flow = std::make_shared<const PlanFlow>(std::move(flow));
    return step;
}

/// Writes down what it is asked for. The condition is 1 for so many steps.
class Recorder : public FlowMemory {
public:
    explicit Recorder(int steps) : m_left(steps) {}

    [[nodiscard]] bool bindsParts() const override { return false; }
    void bind(std::uint32_t body, std::uint32_t buffer, const FlowPlace &place) override
    {
        said += "bind " + std::to_string(body) + '.' + std::to_string(buffer) + " to "
                + std::to_string(place.buffer) + "; ";
    }
    void copy(const FlowPlace &from, const FlowPlace &to, std::int64_t bytes) override
    {
        said += "copy " + std::to_string(bytes) + " of " + std::to_string(from.buffer) + " to "
                + std::to_string(to.buffer) + "; ";
    }
    void clear(const FlowPlace & /*place*/, std::int64_t /*bytes*/) override { said += "clear; "; }
    void read(const FlowPlace & /*from*/, std::span<std::byte> to) override
    {
        const float flag = m_left-- > 0 ? 1 : 0;
        std::memcpy(to.data(), &flag, sizeof flag);
    }
    Status runBody(std::uint32_t body) override
    {
        said += "run " + std::to_string(body) + "; ";
        if (++runs == stopAfter) {
            cancel.cancel();
        }
        return {};
    }
    void settle() override { ++settled; }

    std::string said;
    int runs = 0;
    int settled = 0;
    int stopAfter = -1;
    CancelToken cancel;

private:
    int m_left;
};

} // namespace

class TstFlowDriver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statesTakeTurns()
    {
        Recorder memory(2);
        QVERIFY(driveFlow(stateLoop(9), memory, memory.cancel).ok());
        QCOMPARE(memory.said,
                 std::string("bind 0.0 to 0; run 0; bind 1.0 to 0; bind 1.1 to 2; run 1; "
                             "bind 0.0 to 2; run 0; bind 1.0 to 2; bind 1.1 to 3; run 1; "
                             "bind 0.0 to 3; run 0; copy 4 of 3 to 1; "));
    }

    void theLastStepWritesTheOutput()
    {
        Recorder memory(100);
        QVERIFY(driveFlow(stateLoop(1), memory, memory.cancel).ok());
        QCOMPARE(memory.said, std::string("bind 0.0 to 0; run 0; bind 1.0 to 0; bind 1.1 to 1; "
                                          "run 1; "));
    }

    void withoutAStepTheStateIsTheInput()
    {
        Recorder memory(0);
        QVERIFY(driveFlow(stateLoop(9), memory, memory.cancel).ok());
        QCOMPARE(memory.said, std::string("bind 0.0 to 0; run 0; copy 4 of 0 to 1; "));
    }

    void whatIsQueuedStaysSmall()
    {
        Recorder memory(1000);
        QVERIFY(driveFlow(stateLoop(1000), memory, memory.cancel).ok());
        QCOMPARE(memory.runs, 2000);
        QVERIFY(memory.settled >= 10);
    }

    void aRunIsStoppedWithinALoop()
    {
        Recorder memory(1000);
        memory.stopAfter = 7;
        const Status status = driveFlow(stateLoop(1000), memory, memory.cancel);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().code, std::string("cancelled"));
        QCOMPARE(memory.runs, 7);
    }
};

NERVURE_TEST(TstFlowDriver)
#include "tst_flow_driver.moc"
