// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/keras_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstKsEinsum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layers();
    void operations();
    void mistakesAreTold();
};

void TstKsEinsum::layers()
{
    const std::string config =
        R"("equation": "abc,cd->abd", "output_shape": [null, 2], "bias_axes": "d", "activation": "relu")";
    QCOMPARE(kerasShape({1, 3, 2}, "EinsumDense", config), (Shape{1, 3, 2}));
    QCOMPARE(kerasValues({1, 1, 2}, "EinsumDense", config, {1, 2},
                         {{"layer/kernel", {1, -1, 2, -2}}, {"layer/bias", {0.5, 0}}}),
             (Floats{5.5, 0}));
    // A head has a dimension of its own.
    const std::string heads =
        R"("equation": "...c,cde->...de", "output_shape": [null, 2, 2], "bias_axes": null)";
    QCOMPARE(kerasShape({1, 3, 4}, "EinsumDense", heads), (Shape{1, 3, 2, 2}));
}

void TstKsEinsum::operations()
{
    const std::string model =
        kerasOperation({1, 2, 2}, {1, 2, 1}, "Einsum", R"("subscripts": "abc,abd->acd")", "$a, $b");
    QCOMPARE(operationValues(model, {1, 2, 3, 4}, {10, 1}), (Floats{13, 24}));
}

void TstKsEinsum::mistakesAreTold()
{
    QVERIFY(kerasFault({1, 3, 2}, "EinsumDense", R"("equation": "abc->ab")").find("product of two")
            != std::string::npos);
    QVERIFY(
        kerasFault({1, 3, 2}, "EinsumDense", R"("equation": "aac,cd->ad")").find("each letter once")
        != std::string::npos);
}

NERVURE_TEST(TstKsEinsum)
#include "tst_ks_einsum.moc"
