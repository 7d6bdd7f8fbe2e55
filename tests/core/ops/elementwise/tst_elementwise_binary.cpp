// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstElementwiseBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operandsMustHaveOneShape()
    {
        QVERIFY(OpProbe("elemwise_add").outputsFor({{2, 3}, {2, 3, 1}}).empty());
        QCOMPARE(OpProbe("elemwise_add").outputsFor({{2, unknownSize}, {unknownSize, 3}})[0],
                 (Shape{2, 3}));
        QVERIFY(OpProbe("elemwise_add").outputsFor({{2}}).empty());
    }

    void referenceComputes()
    {
        const FloatTensor a{{3}, {7, -7, 8}};
        const FloatTensor b{{3}, {2, 2, 8}};
        QCOMPARE(OpProbe("elemwise_sub").firstOutput({a, b}), (std::vector<float>{5, -9, 0}));
        QCOMPARE(OpProbe("elemwise_mod").firstOutput({a, b}), (std::vector<float>{1, -1, 0}));
        QCOMPARE(OpProbe("greater").firstOutput({a, b}), (std::vector<float>{1, 0, 0}));
    }

    void comparisonsGiveFloatsWhateverTheyCompare()
    {
        const OpProbe op("greater");
        QCOMPARE(outputTypesFor(op, {DType::Int32, DType::Unknown}), (DTypes{DType::Float32}));
        const Elements<std::int64_t> a{{2}, {INT64_MAX, 1}};
        const Elements<std::int64_t> b{{2}, {INT64_MAX - 1, 1}};
        QCOMPARE(computed<float>(op, a, b), (std::vector<float>{1, 0}));
        QVERIFY(outputTypesFor(OpProbe("elemwise_add"), {DType::Int32, DType::Float32}).empty());
    }

    void layouts()
    {
        QCOMPARE(askLayout(OpProbe("elemwise_add"), {"NCHW4c", "NCHW"}),
                 (LayoutAnswer{{"NCHW4c", "NCHW4c"}, {"NCHW4c"}, {}}));
        QCOMPARE(askLayout(OpProbe("less"), {"NCHW4c", "NCHW"}, 1, {"NCHW", "NCHW"}),
                 (LayoutAnswer{{"NCHW", "NCHW"}, {"-"}, {}}));
    }

    void comparisonsShareNoStorage()
    {
        QVERIFY(!OpProbe("less").spec()->inplace);
        QCOMPARE(OpProbe("elemwise_mul").spec()->inplace(OpProbe("elemwise_mul").rule()).size(),
                 std::size_t{2});
    }
};

NERVURE_TEST(TstElementwiseBinary)
#include "tst_elementwise_binary.moc"
