// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/darknet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstDkPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRestOfTheWindowCounts();
    void oneCellIsAddedAtTheEnd();
    void paddingIsOfBothSides();
    void averagesAreOfChannels();
};

using Floats = std::vector<float>;

void TstDkPooling::theRestOfTheWindowCounts()
{
    const auto shape = DarknetProbe({1, 1, 3, 3}, "[maxpool]\nsize=2\nstride=2\n").shape();
    QVERIFY(shape && *shape == (Shape{1, 1, 2, 2}));
    QCOMPARE(
        darknetValues({1, 1, 3, 3}, "[maxpool]\nsize=2\nstride=2\n", {1, 2, 3, 4, 5, 6, 7, 8, -9}),
        (Floats{5, 6, 8, -9}));
}

void TstDkPooling::oneCellIsAddedAtTheEnd()
{
    QCOMPARE(darknetValues({1, 1, 1, 3}, "[maxpool]\nsize=2\n", {-3, -1, -2}),
             (Floats{-1, -1, -2}));
}

void TstDkPooling::paddingIsOfBothSides()
{
    QCOMPARE(darknetValues({1, 1, 1, 4}, "[maxpool]\nsize=3\nstride=2\n", {1, 2, 3, 4}),
             (Floats{2, 4}));
    QVERIFY(darknetFault({1, 1, 2, 2}, "[maxpool]\nsize=4\npadding=0\n")
                .find("size 4 exceeds the 2 of the padded input")
            != std::string::npos);
}

void TstDkPooling::averagesAreOfChannels()
{
    QCOMPARE(darknetValues({1, 2, 1, 2}, "[avgpool]\n", {1, 3, 5, 9}), (Floats{2, 7}));
}

NERVURE_TEST(TstDkPooling)
#include "tst_dk_pooling.moc"
