// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void batchnormHasNoBiases();
    void sumsLeaveOneChannelOut();
    void lengthsAreAcrossChannels();
};

using Floats = std::vector<float>;

void TstDkNormalization::batchnormHasNoBiases()
{
    const Floats found =
        darknetValues({1, 1, 1, 2}, "[batchnorm]\n", {1, 3},
                      {{"batchnorm_0_rolling_mean", {1}}, {"batchnorm_0_scales", {3}}});
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(std::abs(found[0]) < 1e-4F && std::abs(found[1] - 6) < 1e-4F);
}

/// Channel size / 2 counts in no sum.
void TstDkNormalization::sumsLeaveOneChannelOut()
{
    const Floats found = darknetValues(
        {1, 4, 1, 1}, "[normalization]\nsize=3\nalpha=1\nbeta=1\nkappa=1\n", {1, 2, 3, 4});
    QCOMPARE(found.size(), std::size_t{4});
    const Floats sums{1, 1 + 9, 9 + 16, 9 + 16 - 4};
    for (std::size_t i = 0; i < 4; ++i) {
        const float wanted = static_cast<float>(i + 1) / (1 + sums[i]);
        QVERIFY2(std::abs(found[i] - wanted) < 1e-5F, QByteArray::number(double(found[i])));
    }
}

void TstDkNormalization::lengthsAreAcrossChannels()
{
    const Floats found = darknetValues({1, 2, 1, 1}, "[l2norm]\n", {3, 4});
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(std::abs(found[0] - 0.6F) < 1e-6F && std::abs(found[1] - 0.8F) < 1e-6F);
}

NERVURE_TEST(TstDkNormalization)
#include "tst_dk_normalization.moc"
