// SPDX-License-Identifier: Apache-2.0
#include "core/graph/tensor_type.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstTensorType : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAndCodesAreNnvms()
    {
        QCOMPARE(dtypeName(DType::Float32), std::string_view("float32"));
        QVERIFY(dtypeFromName("uint64") == DType::UInt64);
        QVERIFY(!dtypeFromName("unknown"));
        QVERIFY(dtypeFromCode(6) == DType::Int64);
        QVERIFY(dtypeFromCode(-1) == DType::Unknown);
        QVERIFY(!dtypeFromCode(11));
        QVERIFY(!dtypeFromCode(1LL << 40));
    }

    void sizesOverflowLoudly()
    {
        QVERIFY(byteCount({2, 3}, DType::Float64) == 48);
        QVERIFY(elementCount({}) == 1);
        QVERIFY(elementCount({4, 0}) == 0);
        QVERIFY(!elementCount({1LL << 40, 1LL << 40}));
        QVERIFY(!byteCount({1LL << 61}, DType::Float64));
        QVERIFY(!elementCount({-1}));
    }

    void unknownMeansNoDimensionsOrAZero()
    {
        QVERIFY(isUnknown({}));
        QVERIFY(isUnknown({1, 0}));
        QVERIFY(!isUnknown({1}));
    }

    void shapesAreWrittenTwoWays()
    {
        QCOMPARE(shapeText({1, 3, 224}), std::string("[1,3,224]"));
        QCOMPARE(shapeLabel({1, 0}), std::string("1×?"));
        QCOMPARE(shapeLabel({}), std::string("scalar"));
    }
};

NERVURE_TEST(TstTensorType)
#include "tst_tensor_type.moc"
