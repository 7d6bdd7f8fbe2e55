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
        QVERIFY(elementCount(Shape::scalar()) == 1);
        QVERIFY(!elementCount(Shape()));
        QVERIFY(elementCount({4, 0}) == 0);
        QVERIFY(!elementCount({1LL << 40, 1LL << 40}));
        QVERIFY(!byteCount({1LL << 61}, DType::Float64));
        QVERIFY(!elementCount({-1}));
    }

    void fourThingsAreToldApart()
    {
        QVERIFY(isUnknown(Shape()));
        QVERIFY(!Shape().hasRank());
        QVERIFY(isUnknown({1, unknownSize}));
        QVERIFY(isUnknown(Shape::ofRank(2)));
        QVERIFY(Shape::scalar().isScalar());
        QVERIFY(!isUnknown(Shape::scalar()));
        QVERIFY(Shape::scalar() != Shape());
        QVERIFY(!isUnknown({1, 0}));
        QVERIFY(!isUnknown({1}));
    }

    void whatChangesAShapeGivesItARank()
    {
        Shape grown;
        grown.push_back(3);
        QCOMPARE(grown, Shape{3});
        Shape sized;
        sized.resize(2);
        QCOMPARE(sized, Shape::ofRank(2));
        Shape inserted;
        inserted.insert(inserted.begin(), {4, 5});
        QCOMPARE(inserted, (Shape{4, 5}));
        Shape assigned;
        assigned.assign(grown.begin(), grown.begin());
        QVERIFY(assigned.isScalar());
    }

    void mergingFillsWhatIsUnknown()
    {
        Shape known;
        QVERIFY(mergeShape(known, {2, unknownSize}));
        QVERIFY(mergeShape(known, {unknownSize, 0}));
        QCOMPARE(known, (Shape{2, 0}));
        QVERIFY(mergeShape(known, Shape()));
        QVERIFY(!mergeShape(known, {2, 3}));
        QVERIFY(!mergeShape(known, Shape::scalar()));
    }

    void shapesAreWrittenTwoWays()
    {
        QCOMPARE(shapeText({1, 3, 224}), std::string("[1,3,224]"));
        QCOMPARE(shapeLabel({0, unknownSize}), std::string("0×?"));
        QCOMPARE(shapeText({unknownSize, 3}), std::string("[?,3]"));
        QCOMPARE(shapeText(Shape::scalar()), std::string("[]"));
        QCOMPARE(shapeText(Shape()), std::string("?"));
        QCOMPARE(shapeLabel(Shape::scalar()), std::string("scalar"));
        QCOMPARE(shapeLabel(Shape()), std::string("?"));
    }
};

NERVURE_TEST(TstTensorType)
#include "tst_tensor_type.moc"
