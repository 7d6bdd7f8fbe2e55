// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsStructure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAndShapes();
    void dimensionsInAnotherOrder();
    void edges();
    void sizesThatAreUnknownOr0();
    void mistakesAreTold();
};

void TstKsStructure::rowsAndShapes()
{
    QCOMPARE(kerasShape({1, 2, 3, 4}, "Flatten", ""), (Shape{1, 24}));
    // Channels are the last, wherever they were.
    QCOMPARE(
        kerasValues({1, 2, 1, 2}, "Flatten", R"("data_format": "channels_first")", {1, 2, 3, 4}),
        (Floats{1, 3, 2, 4}));
    QCOMPARE(kerasShape({1, 4, 4, 3}, "Reshape", R"("target_shape": [-1, 3])"), (Shape{1, 16, 3}));
    QCOMPARE(kerasValues({1, 2}, "RepeatVector", R"("n": 2)", {1, 2}), (Floats{1, 2, 1, 2}));
}

void TstKsStructure::dimensionsInAnotherOrder()
{
    QCOMPARE(kerasValues({1, 2, 2}, "Permute", R"("dims": [2, 1])", {1, 2, 3, 4}),
             (Floats{1, 3, 2, 4}));
}

void TstKsStructure::edges()
{
    QCOMPARE(kerasShape({1, 6, 6, 3}, "ZeroPadding2D", R"("padding": [[1, 2], [3, 0]])"),
             (Shape{1, 9, 9, 3}));
    QCOMPARE(kerasValues({1, 1, 1}, "ZeroPadding1D", R"("padding": [1, 2])", {5}),
             (Floats{0, 5, 0, 0}));
    QCOMPARE(kerasValues({1, 3, 1}, "Cropping1D", R"("cropping": [1, 0])", {1, 2, 3}),
             (Floats{2, 3}));
    QCOMPARE(kerasShape({1, 3, 6, 6}, "Cropping2D",
                        R"("cropping": [[1, 1], [2, 2]], "data_format": "channels_first")"),
             (Shape{1, 3, 4, 2}));
    QCOMPARE(kerasShape({1, 2, 3, 4, 1}, "ZeroPadding3D", R"("padding": [[1, 1], [0, 0], [2, 0]])"),
             (Shape{1, 4, 3, 6, 1}));
}

void TstKsStructure::sizesThatAreUnknownOr0()
{
    QCOMPARE(kerasRule("Flatten", {}, {{unknownSize, 4, 0}}), (Shapes{{unknownSize, 0}}));
    QCOMPARE(kerasRule("Flatten", {}, {{2, unknownSize, 3}}), (Shapes{{2, unknownSize}}));
    QCOMPARE(kerasRule("Reshape", {{"target_shape", "(2, -1)"}}, {{unknownSize, 0, 4}}),
             (Shapes{{unknownSize, 2, 0}}));
    QCOMPARE(kerasRule("Cropping1D", {{"cropping", "0"}}, {{1, 0, 3}}), (Shapes{{1, 0, 3}}));
    for (const char *layer : {"Flatten", "Reshape", "Permute"}) {
        QVERIFY(kerasRule(layer, {}, {Shape::scalar()}).empty());
    }
}

void TstKsStructure::mistakesAreTold()
{
    QVERIFY(kerasFault({1, 5}, "Reshape", R"("target_shape": [2, -1])").find("do not make")
            != std::string::npos);
    QVERIFY(kerasFault({1, 2, 2}, "Permute", R"("dims": [1, 1])").find("expected each of 1 to 2")
            != std::string::npos);
    QVERIFY(
        kerasFault({1, 2, 2, 1}, "Cropping2D", R"("cropping": [[1, 1], [0, 0]])").find("are left")
        != std::string::npos);
}

NERVURE_TEST(TstKsStructure)
#include "tst_ks_structure.moc"
