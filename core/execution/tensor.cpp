// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"

#include "core/support/half.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace nervure {

namespace {

template <typename T>
T fromDouble(double value)
{
    if constexpr (std::is_integral_v<T>) {
        const auto lowest = static_cast<double>(std::numeric_limits<T>::lowest());
        // The largest 64-bit integers have no double of their own: compare before converting.
        if (std::isnan(value)) {
            return 0;
        }
        if (value <= lowest) {
            return std::numeric_limits<T>::lowest();
        }
        if (value >= static_cast<double>(std::numeric_limits<T>::max())) {
            return std::numeric_limits<T>::max();
        }
    }
    return static_cast<T>(value);
}

/// Calls `use` with a value of the C++ type of `type`; does nothing when it is unknown.
template <typename Use>
void withElementType(DType type, Use use)
{
    switch (type) {
    case DType::Float32: return use(float{});
    case DType::Float64: return use(double{});
    case DType::UInt8: return use(std::uint8_t{});
    case DType::Int32:
    case DType::Bool: return use(std::int32_t{});
    case DType::Int8: return use(std::int8_t{});
    case DType::Int64: return use(std::int64_t{});
    case DType::Int16: return use(std::int16_t{});
    case DType::UInt16: return use(std::uint16_t{});
    case DType::UInt32: return use(std::uint32_t{});
    case DType::UInt64: return use(std::uint64_t{});
    case DType::Float16: return use(Half{});
    case DType::Unknown: break;
    }
}

/// relativeDifference() of so many elements, each read as a number.
template <typename Actual, typename Expected>
double differenceOf(Actual actual, Expected expected, std::int64_t count)
{
    double largest = 1e-6;
    double difference = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double a = actual(i);
        const double b = expected(i);
        if (std::isfinite(a) && std::isfinite(b)) {
            largest = std::max(largest, std::fabs(b));
            difference = std::max(difference, std::fabs(a - b));
        } else if (!(std::isnan(a) && std::isnan(b)) && a != b) {
            return std::numeric_limits<double>::infinity();
        }
    }
    return difference / largest;
}

} // namespace

void Tensor::Release::operator()(std::byte *data) const
{
    ::operator delete[](data, std::align_val_t{alignment});
}

Tensor::Tensor(const Tensor &other)
    : m_type(other.m_type),
      m_shape(other.m_shape),
      m_bytes(other.m_bytes)
{
    if (other.m_data) {
        m_data.reset(static_cast<std::byte *>(
            ::operator new[](std::max<std::size_t>(m_bytes, 1), std::align_val_t{alignment})));
        std::memcpy(m_data.get(), other.m_data.get(), m_bytes);
    }
}

Tensor::Tensor(Tensor &&other) noexcept
    : m_type(std::exchange(other.m_type, DType::Unknown)),
      m_shape(std::move(other.m_shape)),
      m_bytes(std::exchange(other.m_bytes, 0)),
      m_data(std::move(other.m_data))
{}

Tensor &Tensor::operator=(const Tensor &other)
{
    if (this != &other) {
        *this = Tensor(other);
    }
    return *this;
}

Tensor &Tensor::operator=(Tensor &&other) noexcept
{
    m_type = std::exchange(other.m_type, DType::Unknown);
    m_shape = std::move(other.m_shape);
    m_bytes = std::exchange(other.m_bytes, 0);
    m_data = std::move(other.m_data);
    return *this;
}

Result<Tensor> Tensor::zeros(DType type, Shape shape)
{
    const std::optional<std::int64_t> bytes = byteCount(shape, type);
    if (type == DType::Unknown || !bytes) {
        return makeError("tensor-size", "a tensor of {} {} has no size that can be counted",
                         dtypeName(type), shapeText(shape));
    }
    Tensor result;
    result.m_bytes = static_cast<std::size_t>(*bytes);
    result.m_data.reset(static_cast<std::byte *>(::operator new[](
        std::max<std::size_t>(result.m_bytes, 1), std::align_val_t{alignment}, std::nothrow)));
    if (!result.m_data) {
        return makeError("out-of-memory", "no memory for a tensor of {} ({} bytes)",
                         shapeText(shape), *bytes);
    }
    std::memset(result.m_data.get(), 0, result.m_bytes);
    result.m_type = type;
    result.m_shape = std::move(shape);
    return result;
}

Tensor Tensor::ofFloats(Shape shape, std::span<const float> values)
{
    Tensor result = zeros(DType::Float32, std::move(shape)).value();
    assert(result.m_bytes == values.size_bytes() && "as many values as the shape has elements");
    std::memcpy(result.m_data.get(), values.data(), values.size_bytes());
    return result;
}

std::int64_t Tensor::count() const
{
    return view().count();
}

double elementAsDouble(const ConstTensorView &tensor, std::int64_t i)
{
    double value = 0;
    withElementType(tensor.type, [&](auto zero) {
        value = static_cast<double>(tensor.as<decltype(zero)>()[i]);
    });
    return value;
}

void storeElement(const TensorView &tensor, std::int64_t i, double value)
{
    withElementType(tensor.type, [&](auto zero) {
        tensor.as<decltype(zero)>()[i] = fromDouble<decltype(zero)>(value);
    });
}

double relativeDifference(const ConstTensorView &actual, const ConstTensorView &expected)
{
    if (!std::equal(actual.shape.begin(), actual.shape.end(), expected.shape.begin(),
                    expected.shape.end())) {
        return std::numeric_limits<double>::infinity();
    }
    const std::int64_t count = expected.count();
    if (actual.type != expected.type) {
        return differenceOf([&](std::int64_t i) { return elementAsDouble(actual, i); },
                            [&](std::int64_t i) { return elementAsDouble(expected, i); }, count);
    }
    double result = 0;
    withElementType(expected.type,
                    [&](auto zero) { // known once: a network has millions of elements
                        const auto reader = [](const auto *elements) {
                            return [=](std::int64_t i) { return static_cast<double>(elements[i]); };
                        };
                        result = differenceOf(reader(actual.as<decltype(zero)>()),
                                              reader(expected.as<decltype(zero)>()), count);
                    });
    return result;
}

} // namespace nervure
