// SPDX-License-Identifier: Apache-2.0
#include "core/proof/tensor_error.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nervure;

namespace {

Tensor floats(std::vector<float> values)
{
    return Tensor::ofFloats({static_cast<std::int64_t>(values.size())}, values);
}

Tensor typed(DType type, std::vector<double> values)
{
    Tensor tensor = Tensor::zeros(type, {static_cast<std::int64_t>(values.size())}).value();
    for (std::size_t i = 0; i < values.size(); ++i) {
        storeElement(tensor.view(), static_cast<std::int64_t>(i), values[i]);
    }
    return tensor;
}

} // namespace

class TstTensorError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalTensorsHaveNone()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float infinity = std::numeric_limits<float>::infinity();
        const Tensor tensor = floats({1, -0.0F, nan, infinity});
        const Tensor same = floats({1, 0.0F, nan, infinity});
        const TensorError error = errorOf(tensor.view(), same.view());
        QCOMPARE(error.absolute, 0.0);
        QCOMPARE(error.relative, 0.0);
        QCOMPARE(error.ulps, 0.0);
        QCOMPARE(error.actual.nans, std::int64_t{1});
        QCOMPARE(error.expected.infinities, std::int64_t{1});
    }

    void distancesAreOfTheGreatestKind()
    {
        const Tensor expected = floats({8, 1, 0.5F});
        const Tensor actual = floats({8, 1.25F, std::nextafter(0.5F, 1.0F)});
        const TensorError error = errorOf(actual.view(), expected.view());
        QCOMPARE(error.absolute, 0.25);
        QCOMPARE(error.relative, 0.25 / 8);
        QCOMPARE(error.worst, std::int64_t{1});
        QCOMPARE(error.ulps, 0.25 / std::pow(2.0, -23));
    }

    void unitsAreThoseOfTheType_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<double>("ulps");
        const auto row = [](const char *name, DType type, double a, double b, double ulps) {
            QTest::newRow(name) << int(type) << a << b << ulps;
        };
        row("double", DType::Float64, 1, 1 + 3 * std::pow(2.0, -52), 3);
        row("float", DType::Float32, 1, 1 + std::pow(2.0, -23), 1);
        row("half", DType::Float16, 1, 1 + std::pow(2.0, -9), 2);
        row("across zero", DType::Float32, std::numeric_limits<float>::denorm_min(),
            -std::numeric_limits<float>::denorm_min(), 2);
        row("whole", DType::Int32, 7, -3, 10);
    }
    void unitsAreThoseOfTheType()
    {
        QFETCH(int, type);
        QFETCH(double, a);
        QFETCH(double, b);
        QFETCH(double, ulps);
        const Tensor first = typed(static_cast<DType>(type), {a});
        const Tensor second = typed(static_cast<DType>(type), {b});
        QCOMPARE(errorOf(first.view(), second.view()).ulps, ulps);
    }

    void whatIsNoNumberOnOneSideIsInfinitelyFar()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const Tensor expected = floats({1, 2});
        const Tensor actual = floats({1, nan});
        const TensorError error = errorOf(actual.view(), expected.view());
        QVERIFY(std::isinf(error.relative) && std::isinf(error.absolute));
        QVERIFY(std::isinf(error.ulps));
        QCOMPARE(error.worst, std::int64_t{1});
        QVERIFY(error.actual.any() && !error.expected.any());
        QCOMPARE(countNonFinite(actual.view()).nans, std::int64_t{1});
    }
};

NERVURE_TEST(TstTensorError)
#include "tst_tensor_error.moc"
