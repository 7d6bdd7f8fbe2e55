// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstWhere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void elementsAreChosen()
    {
        const Elements<std::int32_t> x{{2, 2}, {1, 2, 3, 4}};
        const Elements<std::int32_t> y{{2, 2}, {5, 6, 7, 8}};
        QCOMPARE(
            computed<std::int32_t>(OpProbe("where"), Elements<float>{{2, 2}, {0, 1, -1, 0}}, x, y),
            (std::vector<std::int32_t>{5, 2, 3, 8}));
        QCOMPARE(computed<std::int32_t>(OpProbe("where"), Elements<std::int8_t>{{2}, {1, 0}}, x, y),
                 (std::vector<std::int32_t>{1, 2, 7, 8}));
    }

    void theConditionsSizeIsCheckedWhenItRuns()
    {
        const Elements<float> x{{2, 2}, {1, 2, 3, 4}};
        QCOMPARE(OpProbe("where").outputsFor({{3}, {2, 2}, {2, 2}})[0], (Shape{2, 2}));
        QVERIFY(computed<float>(OpProbe("where"), Elements<float>{{3}, {1, 1, 1}}, x, x).empty());
    }

    void shapesAreComparedAsTheyAre()
    {
        QVERIFY(OpProbe("where").outputsFor({{2, 2}, {2, 2}, {2, 3}}).empty());
        QVERIFY(OpProbe("where").outputsFor({{2, 2}, {2, 2}, {}}).empty());
        QVERIFY(OpProbe("where").outputsFor({{1, 2}, {2, 2}, {2, 2}}).empty());
        QVERIFY(!OpProbe("where").outputsFor({{}, {}, {}})[0].hasRank());
    }

    void theTypeIsTheOneOfX()
    {
        const OpProbe op("where");
        QCOMPARE(outputTypesFor(op, {DType::Int8, DType::Float32, DType::Unknown}),
                 (DTypes{DType::Float32}));
        DTypes in{DType::Int8, DType::Unknown, DType::Unknown};
        DTypes out{DType::Float32};
        NERVURE_VERIFY_ERROR(op.spec()->inferType(op.rule(), in, out), "infer-mismatch",
                             "output 0 is float32, expected that of input 1 (x), unknown");
    }

    void layoutsAreKept()
    {
        QCOMPARE(askLayout(OpProbe("where"), {"-", "NCHW4c", "NHWC"}, 1, {"-", "NCHW", "-"}),
                 (LayoutAnswer{{"-", "NCHW", "NHWC"}, {"-"}, {}}));
    }

    void noConditionsDecideOnNothing()
    {
        OpProbe op = OpProbe::fixed("where");
        std::vector<FloatTensor> in{counted({0}), counted({0, 2}), counted({0, 2})};
        QVERIFY(op.run(in).ok());
        std::vector<FloatTensor> scalars(3, counted(Shape::scalar()));
        QVERIFY(op.run(scalars).ok());
    }
};

NERVURE_TEST(TstWhere)
#include "tst_where.moc"
