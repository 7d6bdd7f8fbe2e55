// SPDX-License-Identifier: Apache-2.0
#include "tests/core/passes/pass_probe.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

using Ids = std::vector<std::int64_t>;

PassRun plan(PassProbe &probe, const Shape &shape)
{
    probe.facts.shapes["x"] = shape;
    return probe.run("InferShape,InferType,PlanMemory");
}

} // namespace

class TstPlanMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chainsShareInPlace()
    {
        PassProbe probe;
        const NodeId x = probe.variable("x");
        const NodeId a = probe.add("relu", "a", {{x}});
        probe.add("exp", "c", {{probe.add("tanh", "b", {{a}})}});
        const PassRun run = plan(probe, {2, 3});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 0, 0, 0}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageInplaceIndex), (Ids{-1, -1, 0, 0}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageAllocatedBytes), std::int64_t{24});
    }

    void aValueThatIsStillReadIsNotShared()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("tanh", "b", {{a}});
        probe.add("elemwise_add", "sum", {{a}, {b}});
        const PassRun run = plan(probe, {4});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 0, 1, 0}));
    }

    void blockGradSharesAnyway()
    {
        PassProbe probe;
        const NodeId a = probe.add("relu", "a", {{probe.variable("x")}});
        const NodeId b = probe.add("block_grad", "b", {{a}});
        probe.add("elemwise_add", "sum", {{a}, {b}});
        const PassRun run = plan(probe, {4});
        QCOMPARE(PassProbe::valueOf(run, keys::storageId)[2], std::int64_t{0});
    }

    void outputsNobodyReadsAreReleasedAtOnce()
    {
        PassProbe probe;
        const NodeId d = probe.add("dropout", "d", {{probe.variable("x")}});
        probe.add("flatten", "f", {{d}});
        const PassRun run = plan(probe, {2, 3});
        QCOMPARE(PassProbe::valueOf(run, keys::storageInplaceIndex), (Ids{-1, -1, -2, -1}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, 1, 0, 0}));
    }

    void matchRangeDecidesWhatIsReused()
    {
        PassProbe probe;
        const NodeId pool = probe.add("max_pool2d", "p", {{probe.variable("x")}},
                                      {{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}});
        const NodeId flat = probe.add("flatten", "f", {{pool}});
        probe.add("softmax", "s", {{flat}});
        probe.facts.shapes["x"] = {1, 1, 4, 4};
        const auto ids = [&](std::string_view passes) {
            return PassProbe::valueOf(probe.run(passes), keys::storageId);
        };
        QCOMPARE(ids("InferShape,InferType,PlanMemory"), (Ids{-1, 0, 1, 0}));
        QCOMPARE(ids("InferShape,InferType,PlanMemory{match_range=0}"), (Ids{-1, 0, 1, 2}));
    }

    void exactCountsFourBytesAnElementAndFixedTheTypes()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        probe.facts.dtypes["x"] = DType::Float64;
        const auto bytes = [&] {
            return PassProbe::valueOf(plan(probe, {3}), keys::storageAllocatedBytes);
        };
        QCOMPARE(bytes(), std::int64_t{12});
        probe.semantics = Semantics::Fixed;
        QCOMPARE(bytes(), std::int64_t{24});
    }

    void unknownShapesGetNoStorage()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        const PassRun run = probe.run("InferShape,InferType,PlanMemory");
        QCOMPARE(PassProbe::valueOf(run, keys::storageId), (Ids{-1, -1}));
        QCOMPARE(PassProbe::valueOf(run, keys::storageNotAllocated), std::int64_t{1});
    }

    void hugeShapesAreAnError()
    {
        PassProbe probe;
        probe.add("relu", "r", {{probe.variable("x")}});
        constexpr std::int64_t huge = std::int64_t{1} << 40;
        QVERIFY(!plan(probe, {huge, huge}).ok);
    }
};

QTEST_APPLESS_MAIN(TstPlanMemory)
#include "tst_plan_memory.moc"
