// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWindowsOfAnyNumberOfDimensions()
    {
        const AttrDict strided = {{"strides", "[2, 2]"}, {"pads", "[1, 1, 1, 1]"}};
        QCOMPARE(OnnxProbe("Conv", 11, strided)
                     .outputs({"float32[batch, 3, 224, 225]", "float32[64, 3, 3, 3]"}),
                 std::string("float32[batch, 64, 112, 113]"));
        QCOMPARE(OnnxProbe("Conv", 1, {{"dilations", "[2]"}, {"group", "2"}})
                     .outputs({"float32[1, 4, 10]", "float32[6, 2, 3]", "float32[6]"}),
                 std::string("float32[1, 6, 6]"));
        QCOMPARE(
            OnnxProbe("Conv", 22).outputs({"bfloat16[1, 1, 5, 6, 7]", "bfloat16[2, 1, 2, 2, 2]"}),
            std::string("bfloat16[1, 2, 4, 5, 6]"));
    }

    void namedSizesStayExpressions()
    {
        QCOMPARE(OnnxProbe("Conv", 11, {{"strides", "[2]"}, {"pads", "[1, 1]"}})
                     .outputs({"float32[n, 3, length]", "float32[8, 3, 3]"}),
                 std::string("float32[n, 8, floor((length + 1)/2)]"));
        QCOMPARE(OnnxProbe("Conv", 11, {{"pads", "[1, 1]"}})
                     .outputs({"float32[n, 3, length]", "float32[8, 3, 3]"}),
                 std::string("float32[n, 8, length]"));
    }

    void padsByItself()
    {
        for (const char *same : {"SAME_UPPER", "SAME_LOWER"}) {
            QCOMPARE(OnnxProbe("Conv", 11, {{"auto_pad", same}, {"strides", "[2, 2]"}})
                         .outputs({"float32[1, 1, 7, w]", "float32[1, 1, 3, 3]"}),
                     std::string("float32[1, 1, 4, floor((w + 1)/2)]"));
        }
        QCOMPARE(OnnxProbe("Conv", 11, {{"auto_pad", "VALID"}})
                     .outputs({"float32[1, 1, 7]", "float32[1, 1, 3]"}),
                 std::string("float32[1, 1, 5]"));
        QCOMPARE(OnnxProbe("Conv", 11, {{"auto_pad", "SAME_UPPER"}, {"pads", "[0, 0]"}})
                     .outputs({"float32[1, 1, 7]", "float32[1, 1, 3]"}),
                 std::string("float32[1, 1, ?]"));
    }

    void whatIsNotKnownStaysUnknown()
    {
        QCOMPARE(OnnxProbe("Conv", 11).outputs({"float32", "float32[8, 3, 3]"}),
                 std::string("float32[?, 8, ?]"));
        QCOMPARE(OnnxProbe("Conv", 11).outputs({"float32[1, 3, 9]", "float32"}),
                 std::string("float32[1, ?, ?]"));
        QCOMPARE(OnnxProbe("Conv", 11, {{"kernel_shape", "[3]"}})
                     .outputs({"float32[1, 3, 9]", "float32", "float32[5]"}),
                 std::string("float32[1, 5, 7]"));
        QCOMPARE(OnnxProbe("Conv", 11).outputs({"float32", "float32"}), std::string("float32"));
    }

    void contradictionsAreSaid()
    {
        const OnnxProbe conv("Conv", 11);
        QCOMPARE(conv.outputs({"float32[1, 4, 9]", "float32[8, 3, 3]"}),
                 std::string("error: channels of the data and of the filter times group are 4 and "
                             "3, expected the same"));
        QCOMPARE(conv.outputs({"float32[1, 3, 9]", "float32[8, 3, 3, 3]"}),
                 std::string("error: input 1 has 4 dimensions, expected 3 as others have"));
        QCOMPARE(conv.outputs({"float32[1, 3, 1]", "float32[8, 3, 3]"}),
                 std::string("error: a window of 3 does not fit into 1 elements and 0 of padding"));
        QCOMPARE(OnnxProbe("Conv", 11, {{"strides", "[2, 2]"}})
                     .outputs({"float32[1, 3, 9]", "float32[8, 3, 3]"}),
                 std::string("error: strides has 2 numbers, expected 1, one a spatial dimension"));
        QCOMPARE(OnnxProbe("Conv", 11, {{"strides", "[0]"}})
                     .outputs({"float32[1, 3, 9]", "float32[8, 3, 3]"}),
                 std::string("error: strides has 0, expected positive numbers"));
    }

    void quantizedOnesHaveTheirInputsElsewhere()
    {
        QCOMPARE(OnnxProbe("ConvInteger", 10).outputs({"uint8[1, 1, 3, 3]", "int8[1, 1, 2, 2]"}),
                 std::string("int32[1, 1, 2, 2]"));
        QCOMPARE(OnnxProbe("QLinearConv", 10)
                     .outputs({"uint8[1, 3, 7]", "float32[]", "uint8[]", "int8[4, 3, 3]",
                               "float32[]", "int8[]", "float32[]", "int8[]", "int32[4]"}),
                 std::string("int8[1, 4, 5]"));
    }

    void transposedOnesGrow()
    {
        const std::vector<std::string> inputs = {"float32[1, 4, 3, w]", "float32[4, 2, 3, 3]"};
        QCOMPARE(OnnxProbe("ConvTranspose", 11,
                           {{"strides", "[3, 2]"}, {"output_padding", "[1, 1]"}, {"group", "2"}})
                     .outputs(inputs),
                 std::string("float32[1, 4, 10, 2*w + 2]"));
        QCOMPARE(OnnxProbe("ConvTranspose", 11, {{"strides", "[3, 2]"}, {"pads", "[1, 2, 1, 2]"}})
                     .outputs(inputs),
                 std::string("float32[1, 2, 7, 2*w - 3]"));
        QCOMPARE(OnnxProbe("ConvTranspose", 11, {{"output_shape", "[10, 8]"}}).outputs(inputs),
                 std::string("float32[1, 2, 10, 8]"));
        QCOMPARE(OnnxProbe("ConvTranspose", 11, {{"auto_pad", "SAME_UPPER"}, {"strides", "[2, 4]"}})
                     .outputs(inputs),
                 std::string("float32[1, 2, 6, ?]"));
        QCOMPARE(
            OnnxProbe("ConvTranspose", 11, {{"output_shape", "[1, 2, 10, 8]"}}).outputs(inputs),
            std::string("error: output_shape has 4 numbers, expected 2, one a spatial "
                        "dimension"));
    }

    void offsetsTellTheirWindows()
    {
        QCOMPARE(
            OnnxProbe("DeformConv", 19)
                .outputs({"float32[1, 1, 3, ?]", "float32[1, 1, 2, 2]", "float32[1, 8, 2, 4]"}),
            std::string("float32[1, 1, 2, 4]"));
    }

    void theStateIsOneShorterThanAWindow()
    {
        QCOMPARE(OnnxProbe("CausalConvWithState", 27)
                     .outputs({"float32[batch, 8, seq]", "float32[8, 1, 4]"}, 2),
                 std::string("float32[batch, 8, seq]; float32[batch, 8, 3]"));
    }

    void columnsBecomeAnImage()
    {
        QCOMPARE(OnnxProbe("Col2Im", 18)
                     .outputs({"float32[1, 10, 12]", "int64[2] = 5, w", "int64[2] = 1, 5"}),
                 std::string("float32[1, 2, 5, w]"));
        QCOMPARE(OnnxProbe("Col2Im", 18).outputs({"float32[1, 10, 12]", "int64[3]", "int64[3]"}),
                 std::string("float32[1, ?, ?, ?, ?]"));
        QCOMPARE(OnnxProbe("Col2Im", 18)
                     .outputs({"float32[1, 9, 12]", "int64[2] = 5, 5", "int64[2] = 1, 5"}),
                 std::string("error: rows of the columns are 9, expected a multiple of 5"));
    }
};

NERVURE_TEST(TstOnnxConvolution)
#include "tst_onnx_convolution.moc"
