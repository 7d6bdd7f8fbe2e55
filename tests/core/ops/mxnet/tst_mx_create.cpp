// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/mxnet_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstMxCreate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void openSizesComeFromTheUse()
    {
        Shapes in;
        const auto out = MXNetProbe("_zeros", {{"shape", "(0, 3)"}}).infer(in, {{2, unknownSize}});
        QVERIFY(bool(out));
        QCOMPARE(out->front(), (Shape{2, 3}));
    }

    void onesAreOnes()
    {
        const auto result = MXNetProbe("_ones", {{"shape", "(2,)"}}).computed({});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 1}));
    }

    void oneNumberIsTheStop()
    {
        const auto result = MXNetProbe("_arange", {{"start", "3"}}).computed({});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{0, 1, 2}));
    }

    void numbersRepeat()
    {
        const auto result =
            MXNetProbe("_arange", {{"start", "1"}, {"stop", "2"}, {"step", "0.5"}, {"repeat", "2"}})
                .computed({});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 1, 1.5, 1.5}));
    }

    void noNumbersAreRefused()
    {
        QVERIFY(MXNetProbe("_arange", {{"start", "3"}, {"stop", "1"}}).outputsFor({}).empty());
    }

    void sizesAsNumbers()
    {
        const auto result = MXNetProbe("shape_array").computed({{{2, 1}, {0, 0}}});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{2, 1}));
    }

    void asManyNumbersAsADimension()
    {
        const auto result =
            MXNetProbe("_contrib_arange_like", {{"axis", "1"}, {"repeat", "2"}, {"start", "1"}})
                .computed({counted({2, 3})});
        QVERIFY2(bool(result), result ? "" : result.error().message.c_str());
        QCOMPARE(result->data, (std::vector<float>{1, 1, 2}));
        QCOMPARE(MXNetProbe("_contrib_arange_like").outputsFor({{2, 3}}), (Shapes{{2, 3}}));
    }
};

NERVURE_TEST(TstMxCreate)
#include "tst_mx_create.moc"
