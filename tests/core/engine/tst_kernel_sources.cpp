// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kernel_sources.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace nervure;

/// The kernels of layers, as the worker tells them.
class TstKernelSources : public QObject {
    Q_OBJECT

private:
    static KernelLaunch launch(const char *entry, std::int64_t localBytes = 0)
    {
        KernelLaunch made;
        made.source = "__kernel void f() {}";
        made.entry = entry;
        made.algorithm = "direct";
        made.global = {64, 2, 1};
        if (localBytes > 0) {
            KernelArg arg;
            arg.kind = KernelArg::Kind::LocalBytes;
            arg.integer = localBytes;
            made.args.push_back(arg);
        }
        return made;
    }

private Q_SLOTS:
    void layersAreTheStepsThatRun()
    {
        ExecutionPlan plan;
        plan.steps.resize(3);
        plan.steps[0].phase = StepPhase::Prepare; // no layer
        plan.steps[0].kernel.launches.push_back(launch("packed"));
        plan.steps[2].kernel.launches = {launch("a", 256), launch("b")};
        const std::vector<LayerKernel> kernels = layerKernels(plan);
        QCOMPARE(kernels.size(), std::size_t{2});
        QCOMPARE(kernels[0].layer, 1U); // after one on the host
        QCOMPARE(kernels[0].localBytes, std::int64_t{256});
        QVERIFY(kernels[0].source == kernels[1].source); // of one text there is one
        QVERIFY(kernels[0].source->find("void f()") != std::string::npos);
        const auto read =
            layerKernelsFrom(nlohmann::ordered_json::parse(layerKernelsJson(kernels).dump()));
        QCOMPARE(read.size(), std::size_t{2});
        QCOMPARE(read[1].entry, std::string("b"));
        QCOMPARE(read[1].global[1], std::size_t{2});
        QCOMPARE(*read[0].source, *kernels[0].source);
        QVERIFY(read[0].source == read[1].source);
    }

    void whatIsNoKernelIsLeftOut()
    {
        const auto read = layerKernelsFrom(nlohmann::ordered_json::parse(R"({
            "sources": ["text"], "kernels": [3, {"layer": 1, "source": 7}, {"layer": -1, "source": 0},
            {"layer": 2, "source": 0, "global": [1, "x"], "local": 3}]})"));
        QCOMPARE(read.size(), std::size_t{1});
        QCOMPARE(read[0].layer, 2U);
        QVERIFY(layerKernelsFrom({}).empty());
        QVERIFY(layerKernelsFrom(nlohmann::ordered_json::parse("[1]")).empty());
    }
};

NERVURE_TEST(TstKernelSources)
#include "tst_kernel_sources.moc"
