// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/time_groups.h"

#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// Sums of layers by what they have in common, of a profile whose sums are known.
class TstTimeGroups : public QObject {
    Q_OBJECT

private:
    static LayerProfile layer(std::uint32_t id, const char *name, const char *op, double ms,
                              std::vector<KernelProfile> kernels)
    {
        LayerProfile made;
        made.id = id;
        made.node = {NodeId{id}, name};
        made.nodes = {made.node};
        made.op = op;
        made.role = "compute";
        made.ms.median = ms;
        made.flops = 1000;
        made.bytes = 100;
        made.kernels = std::move(kernels);
        return made;
    }

    static KernelProfile kernel(const char *name, std::size_t calls = 1)
    {
        KernelProfile made;
        made.name = name;
        made.calls = calls;
        return made;
    }

    static Graph graph()
    {
        Graph made;
        for (const char *name : {"stage1_conv", "stage1_relu", "stage2_conv", "head"}) {
            Node node;
            node.op = "relu";
            node.name = name;
            made.add(std::move(node));
        }
        return made;
    }

    static ProfileData profile()
    {
        ProfileData data;
        data.layers = {
            layer(0, "stage1_conv", "conv2d", 6, {kernel("direct")}),
            layer(1, "stage1_relu", "relu", 1, {kernel("unary")}),
            layer(2, "stage2_conv", "conv2d", 2, {kernel("winograd_in"), kernel("direct", 2)}),
            layer(3, "head", "relu", 1, {})};
        for (const auto &[kernel, ms] :
             {std::pair{"winograd_in", 0.5}, {"direct", 0.75}, {"direct", 0.75}}) {
            LaunchProfile launch;
            launch.kernel = kernel;
            launch.ms.median = ms;
            data.layers[2].launches.push_back(launch);
        }
        data.layers[1].role = "layout_transform";
        return data;
    }

private Q_SLOTS:
    void operatorsAreSummedTheSlowestFirst()
    {
        const auto groups = groupTimes(profile(), TimeGrouping::Operator, graph());
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(groups[0].name, std::string("conv2d"));
        QCOMPARE(groups[0].ms, 8.0);
        QCOMPARE(groups[0].share, 0.8);
        QCOMPARE(groups[0].layers, std::size_t{2});
        QCOMPARE(groups[0].launches, std::size_t{4});
        QCOMPARE(groups[0].flops, std::int64_t{2000});
        QCOMPARE(groups[1].name, std::string("relu (layout_transform)"));
        const TimeGroup total = totalOf(groups, "all");
        QCOMPARE(total.ms, 10.0);
        QCOMPARE(total.layers, std::size_t{4});
        QCOMPARE(total.share, 1.0);
    }

    void launchesCountForTheirOwnKernels()
    {
        const auto groups = groupTimes(profile(), TimeGrouping::Kernel, graph());
        QCOMPARE(groups[0].name, std::string("direct"));
        QCOMPARE(groups[0].ms, 7.5);
        QCOMPARE(groups[0].launches, std::size_t{3});
        QCOMPARE(groups[0].layers, std::size_t{2});
        QCOMPARE(totalOf(groups, {}).ms, 10.0);
        QVERIFY(groups.back().name == "winograd_in");
    }

    void scopesAreTheOutermostPartsOfNames()
    {
        const auto groups = groupTimes(profile(), TimeGrouping::Scope, graph());
        QCOMPARE(groups[0].name, std::string("stage1"));
        QCOMPARE(groups[0].ms, 7.0);
        QCOMPARE(totalOf(groups, {}).layers, std::size_t{4});
        // Of another graph nothing is known.
        const auto others = groupTimes(profile(), TimeGrouping::Scope, Graph());
        QCOMPARE(others.size(), std::size_t{1});
        QCOMPARE(others[0].name, std::string());
    }

    void onlySomeLayersCount()
    {
        const auto groups =
            groupTimes(profile(), TimeGrouping::Operator, graph(), {true, false, false, false});
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].ms, 6.0);
        QCOMPARE(groups[0].share, 0.6); // of the whole run all the same
        QVERIFY(!timeGroupingFromName("layer"));
        QCOMPARE(timeGroupingFromName("kernel"), std::optional(TimeGrouping::Kernel));
    }
};

NERVURE_TEST(TstTimeGroups)
#include "tst_time_groups.moc"
