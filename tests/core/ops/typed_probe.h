// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/op_probe.h"

#include "core/support/half.h"

#include <cstdint>

namespace nervure::tests {

template <typename T>
constexpr DType dtypeOf();
template <>
constexpr DType dtypeOf<float>()
{
    return DType::Float32;
}
template <>
constexpr DType dtypeOf<double>()
{
    return DType::Float64;
}
template <>
constexpr DType dtypeOf<Half>()
{
    return DType::Float16;
}
template <>
constexpr DType dtypeOf<std::uint8_t>()
{
    return DType::UInt8;
}
template <>
constexpr DType dtypeOf<std::int8_t>()
{
    return DType::Int8;
}
template <>
constexpr DType dtypeOf<std::int16_t>()
{
    return DType::Int16;
}
template <>
constexpr DType dtypeOf<std::int32_t>()
{
    return DType::Int32;
}
template <>
constexpr DType dtypeOf<std::int64_t>()
{
    return DType::Int64;
}
template <>
constexpr DType dtypeOf<std::uint64_t>()
{
    return DType::UInt64;
}

/// A tensor of any element type.
template <typename T>
struct Elements {
    Shape shape;
    std::vector<T> data;
};

/// The first output's elements, of type Out, computed by the reference; empty when something failed.
template <typename Out, typename... In>
std::vector<Out> computed(const OpProbe &op, const Elements<In> &...inputs)
{
    Shapes shapes{inputs.shape...};
    const auto inferred = op.infer(shapes);
    if (!inferred || isUnknown((*inferred)[0])) {
        return {};
    }
    std::vector<Out> data(static_cast<std::size_t>(*elementCount((*inferred)[0])));
    const std::vector<ConstTensorView> in{ConstTensorView(
        dtypeOf<In>(), inputs.shape, reinterpret_cast<const std::byte *>(inputs.data.data()))...};
    const TensorView out{dtypeOf<Out>(), (*inferred)[0],
                         reinterpret_cast<std::byte *>(data.data())};
    const RuleContext context = op.rule();
    const Status status = op.spec()->reference({context, in, {&out, 1}, {}});
    return status ? data : std::vector<Out>{};
}

/// The types of the outputs for types of the inputs; none when the rule fails.
inline DTypes outputTypesFor(const OpProbe &op, DTypes in)
{
    DTypes out(op.outputCount(), DType::Unknown);
    return op.spec()->inferType(op.rule(), in, out) ? out : DTypes{};
}

} // namespace nervure::tests
