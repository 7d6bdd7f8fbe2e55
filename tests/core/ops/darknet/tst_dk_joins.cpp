// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkJoins : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void routesJoinChannels();
    void routesTakeAGroupOfEach();
    void imagesOfOtherSizesBecomeARow();
    void shortcutsOfOtherSizes();
    void shortcutsOfSeveralLayers();
    void shortcutsWithFactors();
    void channelsAreScaled();
    void attentionIsAProduct();
    void imagesWithoutPixelsAreRefused();
};

using Floats = std::vector<float>;

void TstDkJoins::routesJoinChannels()
{
    QCOMPARE(darknetValues({1, 1, 1, 2},
                           "[activation]\n[upsample]\nstride=1\nscale=10\n"
                           "[route]\nlayers=-1,0\n",
                           {1, 2}),
             (Floats{10, 20, 1, 2}));
    QCOMPARE(darknetValues({1, 1, 1, 2}, "[avgpool]\n[route]\nlayers=0\n", {1, 3}), (Floats{2}));
}

void TstDkJoins::imagesWithoutPixelsAreRefused()
{
    const AttrDict from{{"from", "-2"}};
    QVERIFY(darknetRule("shortcut", from, {{1, 2, 4, 4}, {1, 2, 0, 4}}).empty());
    QCOMPARE(darknetRule("shortcut", from, {{1, 2, 4, 4}, {1, 2, unknownSize, 4}}),
             (Shapes{{1, 2, 4, 4}}));
}

void TstDkJoins::imagesOfOtherSizesBecomeARow()
{
    const auto shape =
        DarknetProbe({1, 2, 2, 2}, "[activation]\n[avgpool]\n[route]\nlayers=0,1\n").shape();
    QVERIFY(shape && *shape == (Shape{1, 10}));
}

void TstDkJoins::shortcutsOfOtherSizes()
{
    const char *larger = "[activation]\n[maxpool]\nsize=2\nstride=2\n[shortcut]\nfrom=0\n";
    QCOMPARE(darknetValues({1, 1, 2, 2}, larger, {1, 2, 3, 4}), (Floats{5}));
    const char *smaller = "[avgpool]\n[upsample]\nstride=2\n[shortcut]\nfrom=0\n";
    QCOMPARE(darknetValues({1, 1, 1, 1}, smaller, {3}), (Floats{6, 3, 3, 3}));
}

void TstDkJoins::routesTakeAGroupOfEach()
{
    const char *layers = "[activation]\n[upsample]\nstride=1\nscale=10\n"
                         "[route]\nlayers=-1,0\ngroups=2\ngroup_id=1\n";
    QCOMPARE(darknetValues({1, 4, 1, 1}, layers, {1, 2, 3, 4}), (Floats{30, 40, 3, 4}));
    QCOMPARE(darknetValues({1, 4}, "[activation]\n[route]\nlayers=0\ngroups=4\ngroup_id=2\n",
                           {1, 2, 3, 4}),
             (Floats{3}));
    const char *third = "[activation]\n[route]\nlayers=0\ngroups=3\n";
    QVERIFY(darknetFault({1, 4, 1, 1}, third).find("group_id 0 of 3 groups of 4")
            != std::string::npos);
}

/// As the fork's shortcut_multilayer_cpu() adds them.
void TstDkJoins::shortcutsOfSeveralLayers()
{
    const std::string layers = "[activation]\n[upsample]\nstride=1\nscale=10\n"
                               "[upsample]\nstride=1\nscale=10\n[shortcut]\nfrom=-3,-2\n";
    QCOMPARE(darknetValues({1, 2, 1, 1}, layers, {1, 2}), (Floats{111, 222}));
    QCOMPARE(darknetValues({1, 2, 1, 1}, layers + "weights_type=per_channel\n", {1, 2},
                           {{"shortcut_3_weights", {1, 2, 3, 4, 5, 6}}}),
             (Floats{153, 2 * 200 + 4 * 2 + 6 * 20}));
    const Floats shares = darknetValues(
        {1, 2, 1, 1}, layers + "weights_type=per_feature\nweights_normalization=relu\n", {1, 2},
        {{"shortcut_3_weights", {1, -5, 3}}});
    QVERIFY(shares.size() == 2 && std::abs(shares[0] - 130 / 4.0001F) < 1e-3F);
    const Floats powers = darknetValues(
        {1, 2, 1, 1}, layers + "weights_type=per_feature\nweights_normalization=softmax\n", {1, 2},
        {{"shortcut_3_weights", {7, 7, 7}}});
    QVERIFY(powers.size() == 2 && std::abs(powers[1] - 222 / 3.0001F) < 1e-3F);
}

void TstDkJoins::shortcutsWithFactors()
{
    const char *layers = "[activation]\n[upsample]\nstride=1\nscale=10\n"
                         "[shortcut]\nfrom=0\nalpha=2\nbeta=3\n";
    QCOMPARE(darknetValues({1, 1, 1, 1}, layers, {1}), (Floats{23}));
}

void TstDkJoins::channelsAreScaled()
{
    const char *layers = "[activation]\n[avgpool]\n[scale_channels]\nfrom=0\nactivation=linear\n";
    QCOMPARE(darknetValues({1, 2, 1, 2}, layers, {1, 3, 4, 6}), (Floats{2, 6, 20, 30}));
    const char *places = "[activation]\n[route]\nlayers=0\ngroups=2\n"
                         "[scale_channels]\nfrom=0\nscale_wh=1\n";
    QCOMPARE(darknetValues({1, 2, 1, 2}, places, {1, 3, 4, 6}), (Floats{1, 9, 4, 18}));
    QVERIFY(darknetFault({1, 2, 1, 2}, "[activation]\n[activation]\n[scale_channels]\nfrom=0\n")
                .find("factors [1,2,1,2] for [1,2,1,2], expected [1,2,1,1]")
            != std::string::npos);
}

void TstDkJoins::attentionIsAProduct()
{
    const char *layers = "[activation]\n[upsample]\nstride=1\nscale=10\n[sam]\nfrom=-2\n";
    QCOMPARE(darknetValues({1, 1, 1, 2}, layers, {1, 2}), (Floats{10, 40}));
}

NERVURE_TEST(TstDkJoins)
#include "tst_dk_joins.moc"
