// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsDense : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lastDimensions();
    void activationsFollow();
    void rowsOfATable();
    void functionsOfKeras3();
};

void TstKsDense::lastDimensions()
{
    QCOMPARE(kerasValues({1, 2, 2}, "Dense", R"("units": 1)", {1, 2, 3, 4},
                         {{"layer/kernel", {1, 10}}, {"layer/bias", {100}}}),
             (Floats{121, 143}));
    QCOMPARE(kerasShape({1, 5}, "Dense", R"("units": 3, "use_bias": false)"), (Shape{1, 3}));
}

void TstKsDense::activationsFollow()
{
    const auto of = [](const char *name) {
        return kerasValues({1, 1}, "Dense",
                           std::string(R"("units": 1, "activation": ")") + name + '"', {2})
            .at(0);
    };
    QVERIFY(isNear(of("softplus"), 2.126928));
    QVERIFY(isNear(of("selu"), 2.101402));
    QVERIFY(isNear(of("hard_sigmoid"), 0.9));
    QVERIFY(isNear(of("gelu"), 1.954500));
    QVERIFY(isNear(of("exponential"), 7.389056));
    QVERIFY(isNear(of("softmax"), 1));
    QVERIFY(isNear(of("swish"), 1.761594));
    QVERIFY(isNear(of("mish"), 1.943959));
    QVERIFY(isNear(of("softsign"), 2.0 / 3));
}

void TstKsDense::rowsOfATable()
{
    QCOMPARE(kerasValues({1, 2}, "Embedding", R"("input_dim": 3, "output_dim": 2)", {2, 0},
                         {{"layer/embeddings", {1, 2, 3, 4, 5, 6}}}),
             (Floats{5, 6, 1, 2}));
    const KerasProbe masked(kerasSequence(
        {1, 3},
        kerasLayer("Embedding", R"("input_dim": 3, "output_dim": 1, "mask_zero": true)", "e") + ", "
            + kerasLayer("GlobalAveragePooling1D", "", "g")));
    QCOMPARE(masked.computed({{"x", {1, 0, 2}}, {"e/embeddings", {7, 1, 2}}}).value(),
             (Floats{1.5F}));
}

void TstKsDense::functionsOfKeras3()
{
    std::string model =
        kerasSequence({1, 1}, kerasLayer("Activation", R"("activation": "hard_sigmoid")"));
    model.replace(model.find("2.2.4"), 5, "3.1.0");
    const auto found = KerasProbe(model).computed({{"x", {1}}});
    QVERIFY(found && isNear(found->at(0), 4.0 / 6));
}

NERVURE_TEST(TstKsDense)
#include "tst_ks_dense.moc"
