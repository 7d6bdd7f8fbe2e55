// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/reference_operand.h"
#include "tests/core/ops/op_probe.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstReferenceOperand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatFitsIsNotCopied()
    {
        FloatTensor in = counted({1, 2, 1, 3});
        const Layout nchw = *Layout::parse("NCHW");
        const auto operand = ReferenceOperand::make(in.view(), nchw, nchw, DType::Float32);
        QVERIFY(operand.ok());
        QVERIFY(operand->view().data == in.view().data);
        auto result = ReferenceResult::permuted(in.view(), {0, 1, 2, 3}, DType::Float32);
        QVERIFY(result.ok());
        QVERIFY(result->view().data == in.view().data);
        QVERIFY(result->store().ok());
    }

    void operandsTakeLayoutAndType()
    {
        FloatTensor in = counted({1, 2, 1, 3});
        const auto operand = ReferenceOperand::make(in.view(), *Layout::parse("NCHW"),
                                                    *Layout::parse("NHWC"), DType::Int32);
        QVERIFY(operand.ok());
        const ConstTensorView view = operand->view();
        QCOMPARE(Shape(view.shape.begin(), view.shape.end()), (Shape{1, 1, 3, 2}));
        QCOMPARE(std::vector<std::int32_t>(view.as<std::int32_t>(), view.as<std::int32_t>() + 6),
                 (std::vector<std::int32_t>{1, 4, 2, 5, 3, 6}));
        NERVURE_VERIFY_ERROR(ReferenceOperand::make(in.view(), *Layout::parse("NCHW"),
                                                    *Layout::parse("OIHW"), DType::Float32),
                             "layout-invalid", "expected layout NCHW");
    }

    void resultsGoBackToTheOrderOfTheOutput()
    {
        FloatTensor out = counted({2, 1, 3}, 0);
        auto result = ReferenceResult::permuted(out.view(), {2, 0, 1}, DType::Float64);
        QVERIFY(result.ok());
        const TensorView computed = result->view();
        QCOMPARE(Shape(computed.shape.begin(), computed.shape.end()), (Shape{3, 2, 1}));
        for (std::int64_t i = 0; i < 6; ++i) {
            computed.as<double>()[i] = static_cast<double>(i) + 0.5;
        }
        QVERIFY(result->store().ok());
        QCOMPARE(out.data, (std::vector<float>{0.5F, 2.5F, 4.5F, 1.5F, 3.5F, 5.5F}));
    }

    void halvesAreComputedInSinglePrecision()
    {
        QCOMPARE(computingType(DType::Float16), DType::Float32);
        QCOMPARE(computingType(DType::Int8), DType::Int8);
        std::vector<std::uint16_t> halves{0x3c00, 0xc000}; // 1, -2
        const Shape shape{2};
        const TensorView view{DType::Float16, shape, reinterpret_cast<std::byte *>(halves.data())};
        const auto operand = ReferenceOperand::make(view, DType::Float32);
        QVERIFY(operand.ok());
        QCOMPARE(operand->view().as<float>()[1], -2.0F);
        auto result = ReferenceResult::make(view, DType::Float32);
        QVERIFY(result.ok());
        result->view().as<float>()[0] = 0.5F;
        QVERIFY(result->store().ok());
        QCOMPARE(halves, (std::vector<std::uint16_t>{0x3800, 0}));
    }
};

NERVURE_TEST(TstReferenceOperand)
#include "tst_reference_operand.moc"
