// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"
#include "tests/core/ops/typed_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

using namespace nervure;
using namespace nervure::tests;

class TstElementwiseUnary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void referenceComputes_data()
    {
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<std::vector<float>>("expected");
        QTest::newRow("relu") << QByteArray("relu") << std::vector<float>{0, 0, 2.5F};
        QTest::newRow("negative") << QByteArray("negative")
                                  << std::vector<float>{1.5F, -0.0F, -2.5F};
        QTest::newRow("abs") << QByteArray("abs") << std::vector<float>{1.5F, 0, 2.5F};
        QTest::newRow("floor") << QByteArray("floor") << std::vector<float>{-2, 0, 2};
        QTest::newRow("ceil") << QByteArray("ceil") << std::vector<float>{-1, 0, 3};
        QTest::newRow("trunc") << QByteArray("trunc") << std::vector<float>{-1, 0, 2};
        QTest::newRow("round") << QByteArray("round") << std::vector<float>{-2, 0, 3};
        QTest::newRow("copy") << QByteArray("copy") << std::vector<float>{-1.5F, 0, 2.5F};
        QTest::newRow("ones_like") << QByteArray("ones_like") << std::vector<float>{1, 1, 1};
    }

    void referenceComputes()
    {
        QFETCH(QByteArray, op);
        QFETCH(std::vector<float>, expected);
        QCOMPARE(OpProbe(op.toStdString()).firstOutput({{{3}, {-1.5F, 0, 2.5F}}}), expected);
    }

    void reluOfNanIsZero()
    {
        QCOMPARE(OpProbe("relu").firstOutput({{{1}, {NAN}}}), std::vector<float>{0});
    }

    void integersAndHalvesHaveTheirOwnForms()
    {
        QCOMPARE(computed<std::int8_t>(OpProbe("negative"), Elements<std::int8_t>{{2}, {-128, 5}}),
                 (std::vector<std::int8_t>{-128, -5}));
        const auto root = computed<Half>(OpProbe("sqrt"), Elements<Half>{{1}, {Half(2)}});
        QCOMPARE(float{root[0]}, float{Half(1.4142135)});
        QVERIFY(computed<std::int32_t>(OpProbe("exp"), Elements<std::int32_t>{{1}, {1}}).empty());
    }

    void anyLayoutPasses()
    {
        QCOMPARE(askLayout(OpProbe("relu"), {"NHWC"}), (LayoutAnswer{{"NHWC"}, {"NHWC"}, {}}));
    }

    void tensorsOfDifferentSizesAreNotRead()
    {
        const OpProbe op("exp");
        const Shape small{1};
        const Shape large{1000};
        std::vector<float> data(1000);
        auto *bytes = reinterpret_cast<std::byte *>(data.data());
        const ConstTensorView in(DType::Float32, small, bytes);
        const TensorView out{DType::Float32, large, bytes};
        const RuleContext rule = op.rule();
        NERVURE_VERIFY_ERROR(op.spec()->reference({rule, {&in, 1}, {&out, 1}, {}}), "infer-shape",
                             "inputs and outputs differ in size, expected 1000 elements of each");
    }

    void anyAttributeIsAccepted()
    {
        QVERIFY(OpProbe("relu", {{"colour", "red"}}).diagnostics.empty());
    }

    void shapesFlowBothWays()
    {
        Shapes in{{}};
        QVERIFY(OpProbe("tanh").infer(in, {{2, 3}}).ok());
        QCOMPARE(in[0], (Shape{2, 3}));
    }

    void onlyBlockGradSharesWhileOthersRead()
    {
        QVERIFY(OpProbe("block_grad").spec()->inplaceIdentity);
        QVERIFY(!OpProbe("copy").spec()->inplaceIdentity);
    }
};

NERVURE_TEST(TstElementwiseUnary)
#include "tst_elementwise_unary.moc"
