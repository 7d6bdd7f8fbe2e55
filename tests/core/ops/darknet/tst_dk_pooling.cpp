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
    void strideOfEachDirection();
    void greatestOfChannels();
    void smoothedResults();
    void meansOfWindows();
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

void TstDkPooling::strideOfEachDirection()
{
    QCOMPARE(darknetValues({1, 1, 2, 4}, "[maxpool]\nsize=1\nstride_x=2\nstride_y=1\n",
                           {1, 2, 3, 4, 5, 6, 7, 8}),
             (Floats{1, 3, 5, 7}));
}

void TstDkPooling::greatestOfChannels()
{
    QCOMPARE(darknetValues({1, 5, 1, 1}, "[maxpool]\nmaxpool_depth=1\nout_channels=2\n",
                           {1, 7, 3, -4, 2}),
             (Floats{3, 7}));
    QCOMPARE(
        darknetValues({1, 3, 1, 1}, "[maxpool]\nmaxpool_depth=1\nout_channels=2\n", {-1, -7, -3}),
        (Floats{-1, -7}));
}

/// [1 2 1] / 4 in both directions, or means of two by two, in steps of the stride.
void TstDkPooling::smoothedResults()
{
    QCOMPARE(darknetValues({1, 1, 1, 4}, "[maxpool]\nsize=1\nstride=2\nantialiasing=1\n",
                           {16, 32, 48, 64}),
             (Floats{(2 * 16 + 32) / 8.0F, (32 + 2 * 48 + 64) / 8.0F}));
    QCOMPARE(
        darknetValues({1, 1, 2, 2}, "[maxpool]\nsize=1\nstride=2\nantialiasing=2\n", {1, 2, 3, 6}),
        (Floats{3}));
}

/// Positions beside the image do not count.
void TstDkPooling::meansOfWindows()
{
    QCOMPARE(darknetValues({1, 1, 1, 3}, "[local_avgpool]\nsize=2\nstride=1\n", {2, 4, 8}),
             (Floats{3, 6, 8}));
    QCOMPARE(
        darknetValues({1, 1, 2, 2}, "[local_avg]\nsize=2\nstride=2\npadding=0\n", {1, 2, 3, 6}),
        (Floats{3}));
}

void TstDkPooling::averagesAreOfChannels()
{
    QCOMPARE(darknetValues({1, 2, 1, 2}, "[avgpool]\n", {1, 3, 5, 9}), (Floats{2, 7}));
}

NERVURE_TEST(TstDkPooling)
#include "tst_dk_pooling.moc"
