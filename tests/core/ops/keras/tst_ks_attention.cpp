// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesByHowKeysFit();
};

void TstKsAttention::valuesByHowKeysFit()
{
    const KerasProbe probe(kerasPair({1, 2, 1}, {1, 2, 1}, "MultiHeadAttention",
                                     R"("num_heads": 1, "key_dim": 1, "use_bias": false)"));
    QCOMPARE(*probe.shape(), (Shape{1, 2, 1}));
    // A query of 0 takes the mean, a large one the value of the largest key.
    const auto found = probe.computed({{"a", {0, 50}}, {"b", {1, 3}}});
    QVERIFY(found && isNear(found->at(0), 2) && isNear(found->at(1), 3));
}

NERVURE_TEST(TstKsAttention)
#include "tst_ks_attention.moc"
