// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstNnvmShape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsSayWhatTheyCan()
    {
        QVERIFY(!shapeOfNnvm({}).hasRank());
        QCOMPARE(shapeOfNnvm({2, 0, 3}), (Shape{2, unknownSize, 3}));
        QVERIFY(nnvmSizes(Shape()).empty());
        QVERIFY(nnvmSizes(Shape::scalar()).empty());
        QVERIFY((nnvmSizes({2, unknownSize, 0}) == SmallVector<std::int64_t, 4>{2, 0, 0}));
    }

    void elementsAreCountedAsNnvmDoes()
    {
        QVERIFY(nnvmElementCount(Shape()) == 1);
        QVERIFY(nnvmElementCount({2, unknownSize}) == 0);
        QVERIFY(nnvmElementCount({2, 3}) == 6);
        QVERIFY(nnvmSize(unknownSize) == 0);
        QVERIFY(nnvmSize(7) == 7);
    }

    void exactKnowsNeitherScalarsNorSizesOfZero()
    {
        Shapes exact{Shape::scalar(), {0, 3}, Shape()};
        Shapes fixed = exact;
        keepToConvention(Semantics::Exact, exact);
        QVERIFY((exact == Shapes{Shape(), {unknownSize, 3}, Shape()}));
        keepToConvention(Semantics::Fixed, fixed);
        QVERIFY((fixed == Shapes{Shape::scalar(), {0, 3}, Shape()}));
    }
};

NERVURE_TEST(TstNnvmShape)
#include "tst_nnvm_shape.moc"
