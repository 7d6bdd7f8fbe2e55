// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsScores : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesByTheirKeys();
    void bySums();
    void queriesLookBack();
};

void TstKsScores::valuesByTheirKeys()
{
    // One query that fits the first of two values much better than the second.
    const KerasProbe probe(kerasPair({1, 1, 2}, {1, 2, 2}, "Attention", R"("use_scale": false)"));
    QCOMPARE(*probe.shape(), (Shape{1, 1, 2}));
    const auto values = probe.computed({{"a", {10, 0}}, {"b", {2, 3, 0, 7}}});
    QVERIFY(values && isNear(values->at(0), 2) && isNear(values->at(1), 3));
    const KerasProbe scaled(kerasPair({1, 1, 2}, {1, 2, 2}, "Attention", R"("use_scale": true)"));
    const auto mean = scaled.computed({{"a", {10, 0}}, {"b", {2, 3, 0, 7}}, {"layer/scale", {0}}});
    QVERIFY(mean && isNear(mean->at(0), 1) && isNear(mean->at(1), 5));
}

void TstKsScores::bySums()
{
    const KerasProbe probe(
        kerasPair({1, 1, 1}, {1, 2, 1}, "AdditiveAttention", R"("use_scale": true)"));
    const auto values = probe.computed({{"a", {0}}, {"b", {1, -1}}, {"layer/scale", {1}}});
    // softmax(tanh(1), tanh(-1)) = 0.8210, 0.1790
    QVERIFY(values && isNear(values->at(0), 0.8210075 - 0.1789925));
}

void TstKsScores::queriesLookBack()
{
    const KerasProbe probe(kerasPair({1, 2, 1}, {1, 2, 1}, "Attention", R"("causal": true)"));
    const auto values = probe.computed({{"a", {1, 0}}, {"b", {4, 8}}});
    QVERIFY(values && isNear(values->at(0), 4) && isNear(values->at(1), 6));
}

NERVURE_TEST(TstKsScores)
#include "tst_ks_scores.moc"
