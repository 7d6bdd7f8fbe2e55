// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstMxBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalShapesMeet()
    {
        Shapes in{{unknownSize, 3}, {2, unknownSize}};
        QVERIFY(bool(MXNetProbe("_Plus").infer(in, {{}})));
        QCOMPARE(in[0], (Shape{2, 3}));
    }

    void shapesStretch()
    {
        QCOMPARE(MXNetProbe("broadcast_add").outputsFor({{2, 1, 4}, {3, 1}}), (Shapes{{2, 3, 4}}));
    }

    void scalarsAndSizesOf0Stretch()
    {
        const MXNetProbe add("broadcast_add");
        QCOMPARE(add.outputsFor({{2, 0}, {1}}), (Shapes{{2, 0}}));
        QCOMPARE(add.outputsFor({Shape::scalar(), {3, 1}}), (Shapes{{3, 1}}));
        QVERIFY(add.outputsFor({{3}, {0}}).empty());
    }

    void unknownSizesStayUnknown()
    {
        QCOMPARE(MXNetProbe("broadcast_add").outputsFor({{unknownSize, 1}, {4, 3}}),
                 (Shapes{{unknownSize, 3}}));
    }

    void otherShapesAreRefused()
    {
        QVERIFY(MXNetProbe("broadcast_mul").outputsFor({{2, 3}, {4}}).empty());
    }

    void remainderHasTheSignOfTheDivisor()
    {
        const auto result =
            MXNetProbe("broadcast_mod").computed({{{4}, {5, -5, 5, -5}}, {{4}, {3, 3, -3, -3}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{2, 1, -1, -2}));
    }

    void comparisonsGiveOneOrZero()
    {
        const auto result =
            MXNetProbe("_lesser_equal_scalar", {{"scalar", "1"}}).computed({{{3}, {0, 1, 2}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 1, 0}));
    }

    void scalarsKeepTheirDigits()
    {
        const float scalar = 0.12345678F;
        const auto result =
            MXNetProbe("_plus_scalar", {{"scalar", "0.12345678"}}).computed({{{1}, {0}}});
        QVERIFY(bool(result));
        QCOMPARE(result->data, std::vector<float>{scalar});
    }

    void reversedScalarsComeFirst()
    {
        const auto result = MXNetProbe("_rdiv_scalar", {{"scalar", "6"}}).computed({{{2}, {2, 3}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{3, 2}));
    }

    void nanStaysTheLargest()
    {
        const auto result =
            MXNetProbe("_maximum_scalar", {{"scalar", "0"}}).computed({{{2}, {NAN, -1}}});
        QVERIFY(bool(result));
        QVERIFY(std::isnan(result->data[0]));
        QCOMPARE(result->data[1], 0.0F);
    }

    void wholeNumbersAndAFractionGiveDouble()
    {
        DTypes in{DType::Int32};
        const auto out =
            MXNetProbe("_mul_scalar", {{"scalar", "0.5"}, {"is_int", "False"}}).inferTypes(in);
        QVERIFY(bool(out));
        QCOMPARE(out->front(), DType::Float64);
    }

    void logicTakesWhatIsNotZero()
    {
        const auto result = MXNetProbe("broadcast_logical_xor")
                                .computed({{{4}, {0, 0, 2, -1}}, {{4}, {0, 3, 0, 5}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0, 1, 1, 0}));
    }

    void sumsOfAnyNumber()
    {
        const auto result = MXNetProbe("ElementWiseSum", {{"num_args", "3"}})
                                .computed({{{1}, {1}}, {{1}, {2}}, {{1}, {4}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{7}));
    }
};

NERVURE_TEST(TstMxBinary)
#include "tst_mx_binary.moc"
