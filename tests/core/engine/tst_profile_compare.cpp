// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_compare.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace nervure;

/// Comparisons of profiles whose times are made, so that what is to be found is known.
class TstProfileCompare : public QObject {
    Q_OBJECT

private:
    static constexpr std::size_t layerCount = 20;
    static constexpr std::size_t slowed = 7;

    /// Layers of 1 to 2 ms, each off by its own noise, all by that of the process.
    static ProfileReport process(std::mt19937 &random, double noise, double factor)
    {
        std::normal_distribution<double> spread(0, 1);
        const double drift = std::exp(noise * spread(random));
        ProfileReport made;
        for (std::size_t i = 0; i < layerCount; ++i) {
            LayerProfile layer;
            layer.id = static_cast<std::uint32_t>(i);
            layer.node = {NodeId(), "layer" + std::to_string(i)};
            layer.nodes = {layer.node};
            const double ms = 1 + static_cast<double>(i) / layerCount;
            layer.ms.median =
                ms * drift * std::exp(noise * spread(random)) * (i == slowed ? factor : 1);
            made.data.wallMs.median += layer.ms.median;
            made.data.layers.push_back(std::move(layer));
        }
        return made;
    }

    static ComparedProfiles compared(unsigned seed, double noise, double factor)
    {
        constexpr std::size_t processes = 8;
        std::mt19937 random(seed);
        std::vector<ProfileReport> before;
        std::vector<ProfileReport> after;
        for (std::size_t i = 0; i < processes; ++i) {
            before.push_back(process(random, noise, 1));
            after.push_back(process(random, noise, factor));
        }
        return compareProfiles(before, after).value();
    }

private Q_SLOTS:
    /// Half of the comparisons are beside a load, which makes all times three times as uncertain.
    void aLayerThatIsAFifthSlowerIsNamedFirst()
    {
        int first = 0;
        int called = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            const ComparedProfiles found = compared(seed, seed % 2 == 0 ? 0.01 : 0.03, 1.2);
            const ComparedLayers &row = found.layers.front();
            const bool isIt = row.first.front() == "layer" + std::to_string(slowed);
            first += isIt ? 1 : 0;
            called += isIt && row.time.change == Change::Slower ? 1 : 0;
        }
        QVERIFY2(first >= 95, qPrintable(QString::number(first)));
        QVERIFY2(called >= 90, qPrintable(QString::number(called)));
    }

    void equalModelsDifferNowhere()
    {
        int different = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            different += compared(seed, seed % 2 == 0 ? 0.01 : 0.03, 1).isDifferent() ? 1 : 0;
        }
        QVERIFY2(different <= 1, qPrintable(QString::number(different)));
    }

    void slowdownsBeyondAPartAreTold()
    {
        const ComparedProfiles found = compared(1, 0.001, 1.2);
        QVERIFY(found.isSlowerBy(0.1));
        QVERIFY(!found.isSlowerBy(0.3));
        QVERIFY(!compared(1, 0.001, 0.8).isSlowerBy(0)); // faster is no fault
        // Of twenty layers one is a fifth slower.
        QVERIFY(std::abs(found.geometricMean - std::pow(1.2, 1.0 / layerCount)) < 0.002);
    }

    void whatDiffersInTheEnvironmentIsTold()
    {
        ProfileReport first;
        first.origin.model = "0123456789";
        first.device.name = "a";
        first.pipeline = "device";
        first.data.repeat = 10;
        ProfileReport second = first;
        QVERIFY(environmentDifferences(first, second).empty());
        second.device.name = "b";
        second.origin.isDirectOnly = true;
        second.data.repeat = 0; // not told
        second.origin.inputs = {{"x", {1, 3}, DType::Float32}};
        const auto found = environmentDifferences(first, second);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].what, std::string("device"));
        QCOMPARE(found[1].what, std::string("algorithm"));
        QCOMPARE(found[1].second, std::string("direct"));
        first.origin.inputs = {{"x", {2, 3}, DType::Float32}};
        QCOMPARE(environmentDifferences(first, second)[0].first, std::string("x float32 [2,3]"));
    }
};

NERVURE_TEST(TstProfileCompare)
#include "tst_profile_compare.moc"
