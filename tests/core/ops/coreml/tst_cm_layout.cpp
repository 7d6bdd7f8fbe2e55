// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstCmLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void imagesAreLaidFlatInEitherOrder()
    {
        QCOMPARE(
            CmRunProbe("flatten", {}).outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
            std::string("float32[1,8] 1, 2, 3, 4, 5, 6, 7, 8"));
        QCOMPARE(CmRunProbe("flatten", {{"mode", "CHANNEL_LAST"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,8] 1, 5, 2, 6, 3, 7, 4, 8"));
        QCOMPARE(
            CmRunProbe("flatten", {{"keepsRank", "true"}}).outputs({"float32[1, 2, 1, 1] = 1, 2"}),
            std::string("float32[1,2,1,1] 1, 2"));
        QCOMPARE(CmRunProbe("reshape", {{"targetShape", "[4, 1, 2]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,4,1,2] 1, 2, 3, 4, 5, 6, 7, 8"));
        QCOMPARE(CmRunProbe("reshape", {{"targetShape", "[4, 1, 2]"}, {"mode", "CHANNEL_LAST"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,4,1,2] 1, 3, 5, 7, 2, 4, 6, 8"));
        QCOMPARE(CmRunProbe("reshape", {{"targetShape", "[-1, 1, 2]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,4,1,2] 1, 2, 3, 4, 5, 6, 7, 8"));
        QCOMPARE(CmRunProbe("reshape", {{"targetShape", "[-1, 4, 1, 1]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[2,1,4,1,1] 1, 2, 3, 4, 5, 6, 7, 8"));
        QCOMPARE(CmRunProbe("reshape", {{"targetShape", "[2, 4, 1, 1]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[2,1,4,1,1] 1, 2, 3, 4, 5, 6, 7, 8"));
    }

    /// A sequence of one is left out, as it is of every other value; a value that has it keeps it.
    void reshapingAddsNoSequenceOfOne()
    {
        const auto reshaped = [](const char *target, const char *input,
                                 const char *mode = "CHANNEL_FIRST") {
            return CmRunProbe("reshape", {{"targetShape", target}, {"mode", mode}})
                .outputs({input});
        };
        QCOMPARE(reshaped("[-1, 2, 1, 2]", "float32[1, 4, 1, 1] = 1, 2, 3, 4"),
                 std::string("float32[1,2,1,2] 1, 2, 3, 4"));
        QCOMPARE(reshaped("[1, 2, 1, 2]", "float32[1, 4, 1, 1] = 1, 2, 3, 4"),
                 std::string("float32[1,2,1,2] 1, 2, 3, 4"));
        QCOMPARE(reshaped("[1, 2, 1, 2]", "float32[1, 4, 1, 1] = 1, 2, 3, 4", "CHANNEL_LAST"),
                 std::string("float32[1,2,1,2] 1, 3, 2, 4"));
        QCOMPARE(reshaped("[-1, 2, 1, 2]", "float32[1, 4] = 1, 2, 3, 4"),
                 std::string("float32[1,2,1,2] 1, 2, 3, 4"));
        QCOMPARE(reshaped("[-1, 2, 1, 2]", "float32[4] = 1, 2, 3, 4"),
                 std::string("float32[1,2,1,2] 1, 2, 3, 4"));
        QCOMPARE(reshaped("[-1, 2, 1, 2]", "float32[1, 1, 4, 1, 1] = 1, 2, 3, 4"),
                 std::string("float32[1,1,2,1,2] 1, 2, 3, 4"));
        QCOMPARE(reshaped("[-1, 2, 1, 1]", "float32[1, 4, 1, 1] = 1, 2, 3, 4"),
                 std::string("float32[2,1,2,1,1] 1, 2, 3, 4"));
    }
    void dimensionsChangeTheirOrder()
    {
        QCOMPARE(CmRunProbe("permute", {{"axis", "[0, 2, 3, 1]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,2,2,2] 1, 5, 2, 6, 3, 7, 4, 8"));
        QCOMPARE(CmRunProbe("permute", {{"axis", "[1, 0, 2, 3]"}})
                     .outputs({"float32[1, 2, 1, 1] = 1, 2"}),
                 std::string("float32[2,1,1,1,1] 1, 2"));
    }
    void blocksAndChannelsAreExchanged()
    {
        QCOMPARE(
            CmRunProbe("reorganizeData", {{"mode", "DEPTH_TO_SPACE"}, {"blockSize", "2"}})
                .outputs(
                    {"float32[1, 8, 1, 2] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"}),
            std::string("float32[1,2,2,4] 1, 5, 2, 6, 9, 13, 10, 14, 3, 7, 4, 8, 11, 15, 12, 16"));
        QCOMPARE(
            CmRunProbe("reorganizeData", {{"mode", "PIXEL_SHUFFLE"}, {"blockSize", "2"}})
                .outputs(
                    {"float32[1, 8, 1, 2] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"}),
            std::string("float32[1,2,2,4] 1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 15, 14, 16"));
        QCOMPARE(
            CmRunProbe("reorganizeData", {{"mode", "SPACE_TO_DEPTH"}, {"blockSize", "2"}})
                .outputs(
                    {"float32[1, 2, 2, 4] = 1, 5, 2, 6, 9, 13, 10, 14, 3, 7, 4, 8, 11, 15, 12, 16"}),
            std::string("float32[1,8,1,2] 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"));
    }
    void edgesAreCutOffOrAdded()
    {
        QCOMPARE(CmRunProbe("crop", {{"cropAmounts", "[1, 0, 0, 1]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"}),
                 std::string("float32[1,2,1,1] 3, 7"));
        QCOMPARE(CmRunProbe("crop", {{"offset", "[0, 1]"}})
                     .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8",
                               "float32[1, 1, 2, 1] = 0, 0"}),
                 std::string("float32[1,2,2,1] 2, 4, 6, 8"));
        QCOMPARE(
            CmRunProbe("padding",
                       {{"type", "constant"}, {"value", "9"}, {"paddingAmounts", "[0, 0, 1, 0]"}})
                .outputs({"float32[1, 1, 1, 2] = 1, 2"}),
            std::string("float32[1,1,1,3] 9, 1, 2"));
        QCOMPARE(CmRunProbe("padding", {{"type", "reflection"}, {"paddingAmounts", "[0, 0, 2, 0]"}})
                     .outputs({"float32[1, 1, 1, 4] = 1, 2, 3, 4"}),
                 std::string("float32[1,1,1,6] 3, 2, 1, 2, 3, 4"));
        QCOMPARE(
            CmRunProbe("padding", {{"type", "replication"}, {"paddingAmounts", "[0, 0, 2, 0]"}})
                .outputs({"float32[1, 1, 1, 4] = 1, 2, 3, 4"}),
            std::string("float32[1,1,1,6] 1, 1, 1, 2, 3, 4"));
        QCOMPARE(
            CmRunProbe("slice", {{"axis", "WIDTH_AXIS"}, {"startIndex", "1"}, {"endIndex", "-1"}})
                .outputs({"float32[1, 1, 1, 4] = 1, 2, 3, 4"}),
            std::string("float32[1,1,1,2] 2, 3"));
        QCOMPARE(
            CmRunProbe(
                "slice",
                {{"axis", "CHANNEL_AXIS"}, {"startIndex", "0"}, {"endIndex", "4"}, {"stride", "2"}})
                .outputs({"float32[1, 4] = 1, 2, 3, 4"}),
            std::string("float32[1,2] 1, 3"));
    }
    void nothingLeftIsTold()
    {
        const std::string found = CmRunProbe("crop", {{"cropAmounts", "[1, 1, 0, 0]"}})
                                      .outputs({"float32[1, 2, 2, 2] = 1, 2, 3, 4, 5, 6, 7, 8"});
        QVERIFY2(found.find("nothing is left of the image") != std::string::npos, found.c_str());
    }
};

NERVURE_TEST(TstCmLayout)
#include "tst_cm_layout.moc"
