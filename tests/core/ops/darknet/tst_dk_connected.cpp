// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkConnected : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void imagesAreRows();
    void sumsAreNormalized();
};

using Floats = std::vector<float>;

void TstDkConnected::imagesAreRows()
{
    QCOMPARE(darknetValues({1, 2, 1, 2}, "[connected]\noutput=2\nactivation=relu\n", {1, 2, 3, 4},
                           {{"connected_0_weights", {1, 1, 1, 1, -1, -1, -1, -1}},
                            {"connected_0_biases", {5, 5}}}),
             (Floats{15, 0}));
    const auto shape = DarknetProbe({1, 2, 1, 2}, "[connected]\noutput=3\n").shape();
    QVERIFY(shape && *shape == (Shape{1, 3, 1, 1}));
}

void TstDkConnected::sumsAreNormalized()
{
    const Floats found =
        darknetValues({1, 2}, "[connected]\nbatch_normalize=1\nactivation=linear\n", {1, 2},
                      {{"connected_0_rolling_mean", {1}}, {"connected_0_scales", {2}}});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(std::abs(found[0] - 4) < 1e-4F);
}

NERVURE_TEST(TstDkConnected)
#include "tst_dk_connected.moc"
