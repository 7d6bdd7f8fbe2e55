// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstLowerText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gramsAreCountedWithItemsBetween()
    {
        const OnnxRunProbe probe("TfIdfVectorizer", 9,
                                 {{"mode", "TFIDF"},
                                  {"min_gram_length", "1"},
                                  {"max_gram_length", "2"},
                                  {"max_skip_count", "1"},
                                  {"ngram_counts", "[0, 2]"},
                                  {"ngram_indexes", "[3, 0, 1]"},
                                  {"pool_int64s", "[7, 8, 7, 8]"},
                                  {"weights", "[1, 10, 1, 2]"}});
        QCOMPARE(probe.outputs({"int64[2, 4] = 7, 8, 7, 8, 8, 7, 7, 7"}),
                 std::string("float32[2,4] 2, 20, 0, 4, 1, 0, 0, 6"));
    }
};

NERVURE_TEST(TstLowerText)
#include "tst_lower_text.moc"
