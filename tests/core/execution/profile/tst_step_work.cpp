// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/step_work.h"

#include "core/builtins.h"
#include "core/execution/plan/plan_builder.h"
#include "core/graph/edits/model_builder.h"
#include "core/passes/pass_manager.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>

using namespace nervure;

class TstStepWork : public QObject {
    Q_OBJECT

private:
    /// A plan of the graph for the host, one step a node.
    [[nodiscard]] ExecutionPlan planOf(const Graph &graph, const Shape &shape) const
    {
        const std::array<PassRequest, 2> passes{PassRequest{"InferShape"},
                                                PassRequest{"InferType"}};
        InputFacts facts;
        facts.shapes["data"] = shape;
        const PassRun run = runPasses(
            graph, passes,
            {.passes = m_builtins.passes, .ops = m_builtins.ops, .inputs = std::move(facts)});
        if (!run.ok) {
            qFatal("%s", run.diagnostics.back().message.c_str());
        }
        PlanRequest request;
        request.graph = run.index;
        request.shapes = *run.analyses.find(keys::shape, run.index);
        request.types = *run.analyses.find(keys::dtype, run.index);
        Diagnostics ignored;
        const Result<ExecutionPlan> plan = buildPlan(request, ignored);
        if (!plan) {
            qFatal("%s", plan.error().message.c_str());
        }
        return *plan;
    }

    [[nodiscard]] ExecutionPlan oneOperator(const char *op, const Shape &shape,
                                            const AttrDict &attrs) const
    {
        ModelBuilder model(m_builtins.ops);
        const Entry data = model.variable("data");
        return planOf(model.finish({model.apply(op, {data}, attrs, "n")}).value(), shape);
    }

    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    void winogradDoesFewerOperations_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<qint64>("performed");
        // 16 channels of 8 x 8 to 32: 4 tiles of 4 x 4, or 16 of 2 x 2.
        const qint64 plain = 2LL * 32 * 8 * 8 * 16 * 9;
        QTest::newRow("direct") << QStringLiteral("direct") << plain;
        QTest::newRow("winograd-f4") << QStringLiteral("winograd-f4")
                                     << 4LL * (2 * 36 * 16 * 32 + 12 * 19 * 16 + 10 * 13 * 32);
        QTest::newRow("winograd-f2")
            << QStringLiteral("winograd-f2") << 16LL * (2 * 16 * 16 * 32 + 8 * 4 * 16 + 6 * 4 * 32);
        QTest::newRow("a tile that is not known") << QStringLiteral("winograd-f9") << plain;
    }

    void winogradDoesFewerOperations()
    {
        QFETCH(QString, algorithm);
        QFETCH(qint64, performed);
        ExecutionPlan plan = oneOperator("conv2d", {1, 16, 8, 8},
                                         {{"channels", "32"},
                                          {"kernel_size", "(3, 3)"},
                                          {"padding", "(1, 1)"},
                                          {"use_bias", "False"}});
        PlanStep &step = plan.steps.front();
        QCOMPARE(step.flops, 2LL * 32 * 8 * 8 * 16 * 9);
        step.kernel.launches.resize(2);
        step.kernel.launches[1].algorithm = algorithm.toStdString();
        QCOMPARE(static_cast<qint64>(performedFlops(step)), performed);
        // Followers do as many as before.
        step.flops += 2048;
        QCOMPARE(static_cast<qint64>(performedFlops(step)), performed + 2048);
        // Channels in blocks are the same convolution.
        step.parts.front().out.front().shape = {1, 2, 8, 8, 16};
        QCOMPARE(static_cast<qint64>(performedFlops(step)), performed + 2048);
    }

    void whatMovesElementsReadsNoMoreThanItWrites()
    {
        const ExecutionPlan plan =
            oneOperator("strided_slice", {1000, 4}, {{"begin", "(0, 0)"}, {"end", "(2, 4)"}});
        const Traffic traffic = trafficOf(plan, plan.steps.front());
        QCOMPARE(traffic.writtenBytes, 2.0 * 4 * 4);
        QCOMPARE(traffic.readBytes, 2.0 * 4 * 4);
        QVERIFY(isTrafficCertain(plan, plan.steps.front()));
    }

    void othersReadAllOfTheirInputs()
    {
        const ExecutionPlan sum = oneOperator("sum", {8, 100}, {{"axis", "1"}});
        QCOMPARE(trafficOf(sum, sum.steps.front()).readBytes, 8.0 * 100 * 4);
        QCOMPARE(trafficOf(sum, sum.steps.front()).bytes(), 8.0 * 101 * 4);
        QVERIFY(isTrafficCertain(sum, sum.steps.front()));
    }

    void windowsThatPassOverPixelsAreNotCertain()
    {
        const auto conv = [this](const char *strides) {
            return oneOperator("conv2d", {1, 4, 8, 8},
                               {{"channels", "4"},
                                {"kernel_size", "(1, 1)"},
                                {"strides", strides},
                                {"use_bias", "False"}});
        };
        const ExecutionPlan dense = conv("(1, 1)");
        QVERIFY(isTrafficCertain(dense, dense.steps.front()));
        const ExecutionPlan sparse = conv("(2, 2)");
        QVERIFY(!isTrafficCertain(sparse, sparse.steps.front()));
    }
};

NERVURE_TEST(TstStepWork)
#include "tst_step_work.moc"
