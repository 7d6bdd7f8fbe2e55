// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meansOfTraining();
    void eachValueByItself();
    void groupsOfChannels();
    void whatWasLearnedOfData();
};

void TstKsNormalization::meansOfTraining()
{
    QCOMPARE(kerasValues({1, 1, 2}, "BatchNormalization",
                         R"("axis": -1, "epsilon": 0.0, "scale": false)", {3, 6},
                         {{"layer/beta", {0, 1}},
                          {"layer/moving_mean", {1, 2}},
                          {"layer/moving_variance", {4, 1}}}),
             (Floats{1, 5}));
    QCOMPARE(kerasValues({1, 2, 1}, "BatchNormalization", R"("axis": [1], "epsilon": 0.0)", {3, 6},
                         {{"layer/moving_mean", {1, 2}}}),
             (Floats{2, 4}));
}

void TstKsNormalization::eachValueByItself()
{
    const Floats found =
        kerasValues({1, 4}, "LayerNormalization", R"("axis": [-1], "epsilon": 0.0)", {1, 1, 3, 3},
                    {{"layer/gamma", {1, 2, 1, 2}}});
    QVERIFY(isNear(found.at(0), -1) && isNear(found.at(1), -2) && isNear(found.at(3), 2));
}

void TstKsNormalization::groupsOfChannels()
{
    const Floats found = kerasValues({1, 1, 1, 4}, "GroupNormalization",
                                     R"("groups": 2, "epsilon": 0.0)", {1, 3, 10, 30});
    QVERIFY(isNear(found.at(0), -1) && isNear(found.at(1), 1) && isNear(found.at(2), -1));
}

void TstKsNormalization::whatWasLearnedOfData()
{
    const Floats found = kerasValues({1, 1, 2}, "Normalization", R"("axis": [-1])", {3, 6},
                                     {{"layer/mean", {1, 2}}, {"layer/variance", {4, 16}}});
    QVERIFY(isNear(found.at(0), 1) && isNear(found.at(1), 1));
}

NERVURE_TEST(TstKsNormalization)
#include "tst_ks_normalization.moc"
