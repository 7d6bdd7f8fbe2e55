// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneOperandBecomesNnvms()
    {
        QCOMPARE(MXNetProbe("relu").lowersTo({{2, 3}}), std::string("relu"));
        QCOMPARE(MXNetProbe("BlockGrad").lowersTo({{2, 3}}), std::string("copy"));
    }

    void squareMultiplies()
    {
        const auto result = MXNetProbe("square").computed({{{3}, {-2, 0, 3}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{4, 0, 9}));
    }

    void attentionIsScaled()
    {
        const auto result = MXNetProbe("_contrib_div_sqrt_dim").computed({{{1, 4}, {2, 4, 6, 8}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 2, 3, 4}));
    }

    void clipKeepsNumbersBetween()
    {
        const auto result = MXNetProbe("clip", {{"a_min", "-1"}, {"a_max", "0.1234567"}})
                                .computed({{{3}, {-2, 0, 3}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{-1, 0, 0.1234567F}));
    }

    void castSaysTheType()
    {
        DTypes in{DType::Float32};
        const auto out = MXNetProbe("Cast", {{"dtype", "int8"}}).inferTypes(in);
        QVERIFY(bool(out));
        QCOMPARE(out->front(), DType::Int8);
    }

    void shapesFlowBothWays()
    {
        Shapes in{{}};
        QVERIFY(bool(MXNetProbe("exp").infer(in, {{2, 3}})));
        QCOMPARE(in[0], (Shape{2, 3}));
    }

    void aPolynomial()
    {
        const auto result = MXNetProbe("_contrib_quadratic", {{"a", "1"}, {"b", "2"}, {"c", "3"}})
                                .computed({{{2}, {2, -1}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{11, 2}));
    }

    void whatChangesGradientsAlone()
    {
        for (const char *op : {"_contrib_gradientmultiplier", "_copy"}) {
            QCOMPARE(MXNetProbe(op).lowersTo({{2}}), std::string("copy"));
        }
        QCOMPARE(MXNetProbe("amp_cast", {{"dtype", "float16"}}).lowersTo({{2}}),
                 std::string("cast"));
    }
};

NERVURE_TEST(TstMxElementwise)
#include "tst_mx_elementwise.moc"
