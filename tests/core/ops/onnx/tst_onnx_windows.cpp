// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/attr_schema.h"
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// The message about that attribute of an operator's newest version; empty: it is right.
std::string faultOf(const char *op, const char *attribute, const char *text)
{
    static const Builtins builtins = makeBuiltins();
    const OpSpec *spec = builtins.ops.find(Dialect::Onnx, op);
    Diagnostics found;
    (void)parseAttrs(spec->attrs, {{attribute, text}}, op, "n", found);
    std::erase_if(found, [](const Diagnostic &one) { return one.code == "attr-missing"; });
    return found.empty() ? std::string() : found.front().message;
}

} // namespace

class TstOnnxWindows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWindows()
    {
        QCOMPARE(
            OnnxProbe("MaxPool", 12,
                      {{"kernel_shape", "[3, 3]"}, {"strides", "[2, 2]"}, {"pads", "[1, 1, 1, 1]"}})
                .outputs({"float32[batch, 64, 112, 112]"}, 2),
            std::string("float32[batch, 64, 56, 56]; int64[batch, 64, 56, 56]"));
        QCOMPARE(
            OnnxProbe("AveragePool", 7, {{"kernel_shape", "[2]"}}).outputs({"float32[1, 3, n]"}),
            std::string("float32[1, 3, n - 1]"));
        QCOMPARE(OnnxProbe("LpPool", 18, {{"kernel_shape", "[2]"}, {"dilations", "[3]"}})
                     .outputs({"float32[1, 3, 9]"}),
                 std::string("float32[1, 3, 6]"));
        QCOMPARE(OnnxProbe("MaxPool", 12, {{"kernel_shape", "[2]"}}).outputs({"float32"}),
                 std::string("float32[?, ?, ?]"));
    }

    void otherChoicesAreRefusedWithTheLegalOnes()
    {
        QCOMPARE(faultOf("MaxPool", "auto_pad", "SAME"),
                 std::string("MaxPool 'n': attribute 'auto_pad' is 'SAME', expected one of NOTSET, "
                             "SAME_UPPER, SAME_LOWER, VALID"));
        QCOMPARE(faultOf("MaxPool", "auto_pad", "VALID"), std::string());
        QCOMPARE(faultOf("MaxPool", "auto_pad", ""), std::string());
        QCOMPARE(faultOf("MaxPool", "auto_pad", "@padding"), std::string());
        QCOMPARE(faultOf("LSTM", "direction", "both"),
                 std::string("LSTM 'n': attribute 'direction' is 'both', expected one of forward, "
                             "reverse, bidirectional"));
        QCOMPARE(OnnxProbe("MaxPool", 12, {{"kernel_shape", "[2]"}, {"auto_pad", ""}})
                     .outputs({"float32[1, 1, 4]"}),
                 std::string("float32[1, 1, 3]"));
    }

    void roundsUpWhereToldSo()
    {
        const auto counts = [](std::uint16_t opset, const char *kernel, const char *stride,
                               const char *input) {
            return OnnxProbe("MaxPool", opset,
                             {{"kernel_shape", kernel}, {"strides", stride}, {"ceil_mode", "1"}})
                .outputs({input});
        };
        QCOMPARE(counts(12, "[3]", "[2]", "float32[1, 1, 6]"), std::string("float32[1, 1, 3]"));
        QCOMPARE(counts(12, "[2]", "[2]", "float32[1, 1, n]"),
                 std::string("float32[1, 1, floor((n + 1)/2)]"));
        QCOMPARE(counts(12, "[2]", "[2]", "float32[1, 1, 1]"), std::string("float32[1, 1, 1]"));
    }

    void theLastWindowStartsInsideWhereTheVersionSaysSo()
    {
        const AttrDict attrs = {{"kernel_shape", "[1]"}, {"strides", "[4]"}, {"ceil_mode", "1"}};
        QCOMPARE(OnnxProbe("MaxPool", 22, attrs).outputs({"float32[1, 1, 6]"}),
                 std::string("float32[1, 1, 2]"));
        QCOMPARE(OnnxProbe("AveragePool", 22, attrs).outputs({"float32[1, 1, n]"}),
                 std::string("float32[1, 1, floor((n + 3)/4)]"));
        QCOMPARE(OnnxProbe("MaxPool", 12, attrs).outputs({"float32[1, 1, 6]"}),
                 std::string("float32[1, 1, ?]"));
        QCOMPARE(OnnxProbe("MaxPool", 12, attrs).outputs({"float32[1, 1, 5]"}),
                 std::string("float32[1, 1, 2]"));
    }

    void tooFewElementsForAWindow()
    {
        const auto counts = [](const char *kernel, const char *stride) {
            return OnnxProbe("MaxPool", 12, {{"kernel_shape", kernel}, {"strides", stride}})
                .outputs({"float32[1, 1, 3]"});
        };
        QCOMPARE(counts("[4]", "[1]"), std::string("float32[1, 1, 0]"));
        QCOMPARE(counts("[4]", "[2]"), std::string("float32[1, 1, ?]"));
        QCOMPARE(counts("[9]", "[2]"), std::string("error: a window of 9 does not fit into 3 "
                                                   "elements and 0 of padding"));
    }

    void paddingByItselfRoundsUp()
    {
        const auto counts = [](const char *kernel) {
            return OnnxProbe("AveragePool", 11,
                             {{"kernel_shape", kernel},
                              {"strides", "[2]"},
                              {"ceil_mode", "1"},
                              {"auto_pad", "SAME_UPPER"}})
                .outputs({"float32[1, 1, 8]"});
        };
        QCOMPARE(counts("[3]"), std::string("float32[1, 1, 4]"));
        QCOMPARE(counts("[1]"), std::string("float32[1, 1, ?]"));
    }

    void aWindowHasASize()
    {
        QCOMPARE(
            OnnxProbe("MaxPool", 12, {{"kernel_shape", "[3, 3]"}}).outputs({"float32[1, 1, 9]"}),
            std::string("error: kernel_shape has 2 numbers, expected 1, one a spatial "
                        "dimension"));
        QVERIFY(OnnxProbe("MaxPool", 12).outputs({"float32[1, 1, 9]"}).find("kernel_shape")
                != std::string::npos);
    }
};

NERVURE_TEST(TstOnnxWindows)
#include "tst_onnx_windows.moc"
