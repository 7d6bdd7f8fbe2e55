// SPDX-License-Identifier: Apache-2.0
#include "core/support/misspelling.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <vector>

using namespace nervure;

class TstMisspelling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lettersThatAreMissingTooMuchOrSwapped()
    {
        const std::vector<std::string> words{"softmax", "conv2d", "kernel_size", "strides"};
        for (const char *text : {"sofmax", "softmmax", "sotfmax", "softma"}) {
            QCOMPARE(misspeltFrom(text, words), std::optional<std::string>("softmax"));
        }
        QCOMPARE(misspeltFrom("stride", words), std::optional<std::string>("strides"));
    }

    void whatMayBeAnotherWordIsNone()
    {
        const std::vector<std::string> words{"axis",       "conv2d", "tanh",
                                             "relu",       "sqrt",   "batch_norm",
                                             "max_pool2d", "argmax", "log_softmax"};
        for (const char *text : {"axes", "conv1d", "conv3d", "tan", "relu6", "rsqrt", "batch_dot",
                                 "max_pool1d", "argmin", "axis", "softmax", "", "BatchNorm"}) {
            QVERIFY2(!misspeltFrom(text, words), text);
        }
    }

    void whatMayBeTwoWordsIsNone()
    {
        const std::vector<std::string> words{"padding", "padings"};
        QVERIFY(!misspeltFrom("pading", words));
        const std::vector<std::string> twice{"padding", "padding"};
        QCOMPARE(misspeltFrom("pading", twice), std::optional<std::string>("padding"));
    }
};

NERVURE_TEST(TstMisspelling)
#include "tst_misspelling.moc"
