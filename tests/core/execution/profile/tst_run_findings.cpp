// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/run_findings.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;

/// What is found in profiles that were made to have it.
class TstRunFindings : public QObject {
    Q_OBJECT

private:
    static LayerProfile layer(std::uint32_t id, const char *name, double ms)
    {
        LayerProfile made;
        made.id = id;
        made.node = {NodeId{id}, name};
        made.op = "conv2d";
        made.role = "compute";
        made.ms.median = ms;
        made.ms.mean = ms;
        made.ms.interval = Interval{ms * 0.95, ms * 1.05, 0.95};
        made.flops = 1000 * (id + 1); // all do other work
        made.kernels.emplace_back().name = "k";
        return made;
    }
    static ProfileData profile(std::vector<LayerProfile> layers, double wallMs = 10)
    {
        ProfileData data;
        data.layers = std::move(layers);
        data.wallMs.median = wallMs;
        data.wallMs.mean = totalMs(data); // nothing is left unexplained
        return data;
    }
    static const RunFinding *find(const std::vector<RunFinding> &all, RunFindingKind kind)
    {
        const auto it = std::find_if(all.begin(), all.end(),
                                     [kind](const RunFinding &one) { return one.kind == kind; });
        return it == all.end() ? nullptr : &*it;
    }

private Q_SLOTS:
    void aRunWithoutFaultsHasNoFindings()
    {
        QVERIFY(runFindings(profile({layer(0, "a", 6), layer(1, "b", 4)}), 8).empty());
        QVERIFY(runFindings({}, 0).empty());
    }

    void layersBoundByLaunchingAreToldTogether()
    {
        std::vector<LayerProfile> layers{layer(0, "a", 6), layer(1, "b", 1), layer(2, "c", 3)};
        layers[1].verdict.bound = layers[2].verdict.bound = LayerBound::Launch;
        const auto all = runFindings(profile(layers), 0);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].kind, RunFindingKind::Launch);
        QCOMPARE(all[0].ms, 4.0);
        QCOMPARE(all[0].share, 0.4);
        QCOMPARE(all[0].layers, (std::vector<std::uint32_t>{2, 1}));
        QVERIFY(all[0].text().find("2 layers are launch-bound (4.00 ms, 40.0 % of the run)")
                != std::string::npos);
    }

    void aTwinThatIsSurelySlowerIsNamed()
    {
        std::vector<LayerProfile> layers{layer(0, "a", 3), layer(1, "b", 6), layer(2, "c", 3.1)};
        layers[1].flops = layers[2].flops = layers[0].flops;
        const auto all = runFindings(profile(layers, 12.1), 0);
        QCOMPARE(all.size(), std::size_t{1}); // c is as fast as a within its interval
        QCOMPARE(all[0].kind, RunFindingKind::Twin);
        QCOMPARE(all[0].layer, std::string("b"));
        QCOMPARE(all[0].other, std::string("a"));
        QCOMPARE(all[0].factor, 2.0);
        QCOMPARE(all[0].ms, 3.0);
        layers[1].ms.interval.reset(); // not sure
        QVERIFY(runFindings(profile(layers, 12.1), 0).empty());
    }

    void whatOthersTookOfTheMachineIsNoFinding()
    {
        // The median of b is far above that of a, and its fastest run is as fast.
        std::vector<LayerProfile> layers{layer(0, "a", 3), layer(1, "b", 6)};
        layers[1].flops = layers[0].flops;
        layers[0].ms.min = 2.9;
        layers[1].ms.min = 3;
        QVERIFY(runFindings(profile(layers, 9), 0).empty());
        layers[1].ms.min = 4.35; // half as long again, and no longer: that is sure
        const auto slow = runFindings(profile(layers, 9), 0);
        QCOMPARE(slow.size(), std::size_t{1});
        QVERIFY(qAbs(slow[0].factor - 1.5) < 1e-9);
        QVERIFY(qAbs(slow[0].ms - 1.5) < 1e-9);
        // How far a layer is from its roofs is told by its fastest run.
        std::vector<LayerProfile> far{layer(0, "a", 9)};
        far[0].verdict.bound = LayerBound::Neither;
        far[0].verdict.roofMs = 2;
        far[0].verdict.roofShare = 2.0 / 9;
        far[0].ms.min = 4;
        const auto all = runFindings(profile(far, 9), 0);
        QCOMPARE(all[0].factor, 2.0);
        QCOMPARE(all[0].ms, 2.0);
    }

    void aTailOfWorkGroupsIsToldByTheUnitsThatIdle()
    {
        std::vector<LayerProfile> layers{layer(0, "a", 10)};
        layers[0].kernels[0].global = {9 * 64, 1, 1};
        layers[0].kernels[0].local = {64, 1, 1};
        const auto all = runFindings(profile(layers), 8);
        QCOMPARE(all.size(), std::size_t{1}); // two waves, the second of one group
        QCOMPARE(all[0].kind, RunFindingKind::Tail);
        QCOMPARE(all[0].factor, 9.0 / 16);
        QCOMPARE(all[0].groups, std::size_t{9});
        QVERIFY(qAbs(all[0].ms - 10 * 7.0 / 16) < 1e-9);
        QVERIFY(runFindings(profile(layers), 9).empty()); // all work
        QVERIFY(runFindings(profile(layers), 0).empty()); // nothing is known
    }

    void transformsRoofsAndRestsAreTold()
    {
        std::vector<LayerProfile> layers{layer(0, "a", 8), layer(1, "b", 2)};
        layers[1].role = "layout_transform";
        layers[0].verdict.bound = LayerBound::Neither;
        layers[0].verdict.roofMs = 2;
        layers[0].verdict.roofShare = 0.25;
        ProfileData data = profile(layers);
        data.wallMs.mean += 5;
        TransferProfile transfer;
        transfer.ms.median = 3;
        transfer.ms.mean = 3;
        data.transfers = {transfer};
        const auto all = runFindings(data, 0);
        QCOMPARE(all[0].kind, RunFindingKind::Neither); // 6 ms: the most
        QCOMPARE(all[0].factor, 4.0);
        QCOMPARE(find(all, RunFindingKind::Transform)->ms, 2.0);
        QCOMPARE(find(all, RunFindingKind::Transfers)->ms, 3.0);
        QCOMPARE(find(all, RunFindingKind::Unexplained)->ms, 2.0);
        for (const RunFinding &one : all) {
            QVERIFY(!one.text().empty());
        }
    }
};

NERVURE_TEST(TstRunFindings)
#include "tst_run_findings.moc"
