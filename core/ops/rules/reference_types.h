// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/support/half.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace nervure {

[[nodiscard]] inline Diagnostic unsupportedType(DType type)
{
    return makeError("reference-type", "the reference does not compute {}", dtypeName(type));
}

/// Calls `f` with a value of the C++ type of `type`; fails for types the reference cannot compute.
///     return withFloatType(type, [&](auto zero) { using T = decltype(zero); … });
template <typename F>
Status withFloatType(DType type, F &&f)
{
    switch (type) {
    case DType::Float32: return f(float{});
    case DType::Float64: return f(double{});
    case DType::Float16: return f(Half{});
    default: return unsupportedType(type);
    }
}

/// The same for the floats and all integer types.
template <typename F>
Status withNumberType(DType type, F &&f)
{
    switch (type) {
    case DType::UInt8: return f(std::uint8_t{});
    case DType::Int32: return f(std::int32_t{});
    case DType::Int8: return f(std::int8_t{});
    case DType::Int64: return f(std::int64_t{});
    case DType::Int16: return f(std::int16_t{});
    case DType::UInt16: return f(std::uint16_t{});
    case DType::UInt32: return f(std::uint32_t{});
    case DType::UInt64: return f(std::uint64_t{});
    default: return withFloatType(type, f);
    }
}

/// sum + a * b. Integers wrap around.
template <typename T>
[[nodiscard]] T multiplyAdded(T sum, T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        const auto bits = [](T value) { return static_cast<std::uint64_t>(value); };
        return static_cast<T>(bits(sum) + bits(a) * bits(b));
    } else {
        return sum + a * b;
    }
}

/// A number as an element. Whole types cut it towards zero; what does not fit becomes what the
/// processors that NNVM's kernels run on make of it: the least number of the register, cut to the
/// type's bits. NaN is such a number.
template <typename T>
T constantElement(double value)
{
    if constexpr (isFloatElement<T>) {
        return static_cast<T>(value);
    } else {
        constexpr bool isWide =
            sizeof(T) == 8 || (sizeof(T) == 4 && !std::numeric_limits<T>::is_signed);
        constexpr double bound = isWide ? 0x1p63 : 0x1p31;
        using Register = std::conditional_t<isWide, std::int64_t, std::int32_t>;
        if (sizeof(T) == 8 && !std::numeric_limits<T>::is_signed && value >= bound) {
            return static_cast<T>(value < 2 * bound ? static_cast<std::uint64_t>(value) : 0);
        }
        const bool fits = value > -bound - 1 && value < bound;
        return static_cast<T>(fits ? static_cast<Register>(value)
                                   : std::numeric_limits<Register>::min());
    }
}

/// Every input and output holds `in[0]`'s type; else the operator has no reference for them.
[[nodiscard]] inline Status requireOneType(const ReferenceCall &call)
{
    for (const ConstTensorView &view : call.in) {
        if (view.type != call.in[0].type) {
            return unsupportedType(view.type);
        }
    }
    for (const TensorView &view : call.out) {
        if (view.type != call.in[0].type) {
            return unsupportedType(view.type);
        }
    }
    return {};
}

/// Every input and output has as many elements as output 0: shapes that were all given may contradict
/// each other.
[[nodiscard]] inline Status requireOneCount(const ReferenceCall &call)
{
    const std::int64_t count = call.out[0].count();
    const auto differs = [count](const auto &view) { return view.count() != count; };
    if (std::any_of(call.in.begin(), call.in.end(), differs)
        || std::any_of(call.out.begin(), call.out.end(), differs)) {
        return makeError("infer-shape",
                         "inputs and outputs differ in size, expected {} elements of each", count);
    }
    return {};
}

/// One type and one number of elements for all.
[[nodiscard]] inline Status requireAlike(const ReferenceCall &call)
{
    const Status types = requireOneType(call);
    return types ? requireOneCount(call) : types;
}

/// Output 0 becomes a copy of input 0's elements, whatever the shapes.
[[nodiscard]] inline Status copyReference(const ReferenceCall &call)
{
    if (call.in[0].type != call.out[0].type || call.in[0].count() != call.out[0].count()) {
        return makeError("infer-shape", "input 0 and output 0 differ in size or type");
    }
    const std::size_t bytes =
        static_cast<std::size_t>(call.in[0].count()) * dtypeBytes(call.in[0].type);
    if (bytes > 0) {
        std::memcpy(call.out[0].data, call.in[0].data, bytes);
    }
    return {};
}

/// A shape as a value: views hold spans.
[[nodiscard]] inline Shape shapeOf(const ConstTensorView &view)
{
    return {view.shape.begin(), view.shape.end()};
}

[[nodiscard]] inline bool isCanceled(const CancelToken *cancel)
{
    return cancel != nullptr && cancel->isCanceled();
}

[[nodiscard]] inline Diagnostic canceledError()
{
    return makeError("cancelled", "cancelled");
}

} // namespace nervure
