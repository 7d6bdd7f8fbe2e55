// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;

class TstTensor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void zerosAreAlignedAndZero();
    void impossibleSizesFail();
    void copiesAreDeep();
    void elementsOfAllTypesRoundTrip_data();
    void elementsOfAllTypesRoundTrip();
    void halfPrecisionRounds();
    void differencesAreRelativeToTheLargest();
};

void TstTensor::zerosAreAlignedAndZero()
{
    const Result<Tensor> tensor = Tensor::zeros(DType::Float32, {2, 3});
    QVERIFY(tensor.ok());
    QCOMPARE(tensor->byteSize(), std::size_t{24});
    QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor->data()) % Tensor::alignment,
             std::uintptr_t{0});
    QCOMPARE(tensor->elements<float>()[5], 0.0F);
    QCOMPARE(Tensor::zeros(DType::Int8, Shape::scalar())->count(), std::int64_t{1});
}

void TstTensor::impossibleSizesFail()
{
    NERVURE_VERIFY_ERROR(Tensor::zeros(DType::Unknown, {1}), "tensor-size",
                         "a tensor of unknown [1] has no size that can be counted");
    NERVURE_VERIFY_ERROR(Tensor::zeros(DType::Float32, {-1}), "tensor-size",
                         "a tensor of float32 [?] has no size that can be counted");
    NERVURE_VERIFY_ERROR(
        Tensor::zeros(DType::Float32, {std::int64_t{1} << 40, std::int64_t{1} << 40}),
        "tensor-size", "a tensor of float32 [1099511627776,1099511627776] has no size");
}

void TstTensor::copiesAreDeep()
{
    Tensor a = Tensor::ofFloats({2}, std::vector<float>{1, 2});
    const Tensor b = a;
    a.elements<float>()[0] = 5;
    QCOMPARE(b.elements<float>()[0], 1.0F);
    const Tensor c = std::move(a);
    QCOMPARE(c.elements<float>()[0], 5.0F);
}

void TstTensor::elementsOfAllTypesRoundTrip_data()
{
    QTest::addColumn<int>("code");
    for (int code = 0; code <= 11; ++code) {
        QTest::newRow(std::string(dtypeName(static_cast<DType>(code))).c_str()) << code;
    }
}

void TstTensor::elementsOfAllTypesRoundTrip()
{
    QFETCH(int, code);
    Tensor tensor = Tensor::zeros(static_cast<DType>(code), {3}).value();
    storeElement(tensor.view(), 1, 100);
    QCOMPARE(elementAsDouble(tensor.view(), 1), 100.0);
    QCOMPARE(elementAsDouble(tensor.view(), 2), 0.0);
}

void TstTensor::halfPrecisionRounds()
{
    Tensor half = Tensor::zeros(DType::Float16, {1}).value();
    const auto through = [&](double value) {
        storeElement(half.view(), 0, value);
        return elementAsDouble(half.view(), 0);
    };
    QCOMPARE(through(0), 0.0);
    QVERIFY(std::signbit(through(-0.0)) && through(-0.0) == 0);
    QCOMPARE(through(-1.5), -1.5);
    QCOMPARE(through(65504), 65504.0);
    QVERIFY(std::isinf(through(1e6)));
    QVERIFY(std::isnan(through(std::numeric_limits<double>::quiet_NaN())));
    QCOMPARE(through(0x1p-24), 0x1p-24);
    QCOMPARE(through(1 + 0x1p-11), 1.0);
    QCOMPARE(through(2 - 0x1p-12), 2.0);
}

void TstTensor::differencesAreRelativeToTheLargest()
{
    const Tensor a = Tensor::ofFloats({2}, std::vector<float>{100, 1});
    const Tensor b = Tensor::ofFloats({2}, std::vector<float>{100, 2});
    QCOMPARE(relativeDifference(a.view(), b.view()), 0.01);
    QCOMPARE(relativeDifference(a.view(), a.view()), 0.0);
    const Tensor c = Tensor::ofFloats({2}, std::vector<float>{100, NAN});
    QVERIFY(std::isinf(relativeDifference(c.view(), b.view())));
    QCOMPARE(relativeDifference(c.view(), c.view()), 0.0);
}

NERVURE_TEST(TstTensor)
#include "tst_tensor.moc"
