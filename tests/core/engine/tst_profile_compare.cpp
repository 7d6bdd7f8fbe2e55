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

    /// A model beside others whose one layer takes that many times as long.
    static ProfileSeries series(unsigned seed, double noise, const std::vector<double> &factors)
    {
        constexpr std::size_t processes = 8;
        std::mt19937 random(seed);
        std::vector<std::vector<ProfileReport>> profiles(factors.size() + 1);
        for (std::size_t i = 0; i < processes; ++i) {
            profiles[0].push_back(process(random, noise, 1));
            for (std::size_t other = 0; other < factors.size(); ++other) {
                profiles[other + 1].push_back(process(random, noise, factors[other]));
            }
        }
        const std::vector<std::span<const ProfileReport>> sides(profiles.begin(), profiles.end());
        return compareSeries(sides).value();
    }

    static ComparedProfiles compared(unsigned seed, double noise, double factor)
    {
        return pairOf(series(seed, noise, {factor}));
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
        const ProfileSeries found = series(1, 0.001, {1.2});
        QVERIFY(found.isSlowerBy(0.1));
        QVERIFY(!found.isSlowerBy(0.3));
        QVERIFY(!series(1, 0.001, {0.8}).isSlowerBy(0)); // faster is no fault
        // Of twenty layers one is a fifth slower.
        QVERIFY(std::abs(found.others[0].geometricMean - std::pow(1.2, 1.0 / layerCount)) < 0.002);
    }

    void severalStandBesideTheFirst()
    {
        const ProfileSeries found = series(1, 0.001, {1, 1.2, 0.5});
        QCOMPARE(found.others.size(), std::size_t{3});
        const SeriesLayers &row = found.layers.front();
        QCOMPARE(row.roots,
                 std::vector<std::vector<std::string>>(4, {"layer" + std::to_string(slowed)}));
        QCOMPARE(row.times[0].change, Change::Same);
        QCOMPARE(row.times[1].change, Change::Slower);
        QCOMPARE(row.times[2].change, Change::Faster);
        QVERIFY(found.isSlowerBy(0.1) && found.isDifferent());
        QVERIFY(!series(2, 0.001, {0.8, 0.8}).isSlowerBy(0));
    }

    /// All of a series together err as seldom as a pair does.
    void equalModelsDifferNowhereInASeries()
    {
        int different = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            different += series(seed, 0.02, {1, 1, 1, 1}).isDifferent() ? 1 : 0;
        }
        QVERIFY2(different <= 1, qPrintable(QString::number(different)));
    }

    /// Where one fused what others did not, the row covers the same nodes in all.
    void layersOfASeriesCoverTheSameNodes()
    {
        const auto profile = [](const std::vector<std::vector<std::string>> &layers) {
            ProfileReport made;
            for (const std::vector<std::string> &nodes : layers) {
                LayerProfile layer;
                layer.node = {NodeId(), nodes[0]};
                for (const std::string &node : nodes) {
                    layer.nodes.push_back({NodeId(), node});
                }
                layer.ms.median = 1;
                made.data.layers.push_back(std::move(layer));
            }
            return std::vector<ProfileReport>{std::move(made)};
        };
        const auto a = profile({{"conv"}, {"relu"}, {"pool"}});
        const auto b = profile({{"conv", "relu"}, {"pool"}});
        const auto c = profile({{"conv"}, {"new"}});
        const std::vector<std::span<const ProfileReport>> sides{a, b, c};
        const ProfileSeries found = compareSeries(sides).value();
        QCOMPARE(found.layers.size(), std::size_t{3});
        using Roots = std::vector<std::vector<std::string>>;
        QCOMPARE(found.layers[0].roots, Roots({{"conv", "relu"}, {"conv"}, {"conv"}}));
        QCOMPARE(found.layers[0].nodes, std::vector<std::string>({"conv", "relu"}));
        QCOMPARE(found.layers[1].roots, Roots({{"pool"}, {"pool"}, {}}));
        QCOMPARE(found.layers[2].roots, Roots({{}, {}, {"new"}}));
        QCOMPARE(found.layers[2].times[1].change, Change::Unknown);
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
