// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstOnnxText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsHaveShapes()
    {
        QCOMPARE(OnnxProbe("StringConcat", 20).outputs({"string[2, 1]", "string[3]"}),
                 std::string("string[2, 3]"));
        QCOMPARE(OnnxProbe("StringSplit", 20).outputs({"string[n]"}, 2),
                 std::string("string[n, ?]; int64[n]"));
        QCOMPARE(OnnxProbe("RegexFullMatch", 20, {{"pattern", "a+"}}).outputs({"string[n]"}),
                 std::string("bool[n]"));
        QCOMPARE(
            OnnxProbe("StringNormalizer", 10, {{"stopwords", "[\"a\"]"}}).outputs({"string[4]"}),
            std::string("string[?]"));
        QCOMPARE(OnnxProbe("TfIdfVectorizer", 9,
                           {{"max_gram_length", "2"},
                            {"max_skip_count", "0"},
                            {"min_gram_length", "2"},
                            {"mode", "TF"},
                            {"ngram_counts", "[0, 4]"},
                            {"ngram_indexes", "[0, 6, 3]"},
                            {"pool_int64s", "[2, 3]"}})
                     .outputs({"int64[2, 6]"}),
                 std::string("float32[2, 7]"));
    }
};

NERVURE_TEST(TstOnnxText)
#include "tst_onnx_text.moc"
