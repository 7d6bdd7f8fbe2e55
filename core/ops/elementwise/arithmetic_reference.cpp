// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/arithmetic_reference.h"

#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/strided_walk.h"

#include <cmath>
#include <string_view>
#include <type_traits>

namespace nervure {

namespace {

/// The function in the widest type of T's kind.
template <typename T, typename Function, typename... Args>
auto evaluate(const Function &function, Args... args)
{
    if constexpr (isFloatElement<T>) {
        return function.number(static_cast<double>(args)...);
    } else if constexpr (std::is_unsigned_v<T>) {
        return function.natural(static_cast<std::uint64_t>(args)...);
    } else {
        return function.integer(static_cast<std::int64_t>(args)...);
    }
}

/// The function for elements of type T where NaN comes out for NaN, if the node asks for it.
template <typename T, typename Function, typename... Args>
auto evaluatePassing(const Function &function, bool passesNan, Args... args)
{
    if constexpr (isFloatElement<T>) {
        const double sum = (static_cast<double>(args) + ...);
        if (passesNan && std::isnan(sum) && (std::isnan(static_cast<double>(args)) || ...)) {
            return sum;
        }
    }
    return evaluate<T>(function, args...);
}

bool passesNan(const ReferenceCall &call, std::string_view text)
{
    return call.rule.node.passesNan && !text.empty();
}

/// Runs `f` for the type of input 0, if the function exists for it.
template <typename Function, typename F>
Status dispatch(const Function &function, const ReferenceCall &call, F &&f)
{
    const DType type = call.in[0].type;
    const bool exists = isFloat(type) ? function.number != nullptr : function.integer != nullptr;
    return exists ? withNumberType(type, f) : Status(unsupportedType(type));
}

/// Output elements of type Out from the function of two operands of type In.
template <typename In, typename Out>
Status binaryElements(const BinaryFunction &function, const ReferenceCall &call)
{
    auto leftStrides = broadcastStrides(call.in[0].shape, call.out[0].shape);
    auto rightStrides = broadcastStrides(call.in[1].shape, call.out[0].shape);
    if (!leftStrides || !rightStrides) {
        return makeError("infer-shape", "the inputs do not stretch to the output's shape");
    }
    StridedWalk left(call.out[0].shape, std::move(*leftStrides));
    StridedWalk right(call.out[0].shape, std::move(*rightStrides));
    const In *a = call.in[0].as<In>();
    const In *b = call.in[1].as<In>();
    Out *out = call.out[0].as<Out>();
    const std::int64_t count = call.out[0].count();
    const bool passes = passesNan(call, function.passingNan);
    for (std::int64_t i = 0; i < count; ++i, left.next(), right.next()) {
        out[i] =
            static_cast<Out>(evaluatePassing<In>(function, passes, a[left.at()], b[right.at()]));
    }
    return {};
}

} // namespace

std::optional<std::vector<std::int64_t>> broadcastStrides(std::span<const std::int64_t> shape,
                                                          std::span<const std::int64_t> out)
{
    if (shape.size() > out.size()) {
        return std::nullopt;
    }
    const std::size_t lead = out.size() - shape.size();
    std::vector<std::int64_t> strides(out.size(), 0);
    std::int64_t stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape[i] != out[lead + i] && shape[i] != 1) {
            return std::nullopt;
        }
        strides[lead + i] = shape[i] == 1 ? 0 : stride;
        stride *= shape[i];
    }
    return strides;
}

Status unaryReference(const UnaryFunction &function, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireAlike(call));
    return dispatch(function, call, [&](auto zero) -> Status {
        using T = decltype(zero);
        const std::int64_t count = call.out[0].count();
        const bool passes = passesNan(call, function.passingNan);
        for (std::int64_t i = 0; i < count; ++i) {
            call.out[0].as<T>()[i] =
                static_cast<T>(evaluatePassing<T>(function, passes, call.in[0].as<T>()[i]));
        }
        return {};
    });
}

Status binaryReference(const BinaryFunction &function, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    return dispatch(function, call, [&](auto zero) {
        using T = decltype(zero);
        return binaryElements<T, T>(function, call);
    });
}

Status comparisonReference(const BinaryFunction &function, const ReferenceCall &call)
{
    if (call.in[0].type != call.in[1].type) {
        return unsupportedType(call.in[1].type);
    }
    return dispatch(function, call, [&](auto in) {
        return withNumberType(call.out[0].type, [&](auto out) {
            return binaryElements<decltype(in), decltype(out)>(function, call);
        });
    });
}

double roundedScalar(const BinaryFunction &function, double scalar, Semantics semantics)
{
    const bool rounds = semantics == Semantics::Exact && function.number != nullptr;
    return rounds ? static_cast<double>(static_cast<float>(scalar)) : scalar;
}

Status scalarReference(const BinaryFunction &function, double scalar, bool reversed,
                       const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireAlike(call));
    const double value = roundedScalar(function, scalar, call.rule.semantics);
    return dispatch(function, call, [&](auto zero) -> Status {
        using T = decltype(zero);
        const T s = constantElement<T>(value);
        const std::int64_t count = call.out[0].count();
        for (std::int64_t i = 0; i < count; ++i) {
            const T x = call.in[0].as<T>()[i];
            call.out[0].as<T>()[i] = static_cast<T>(reversed ? evaluate<T>(function, s, x)
                                                             : evaluate<T>(function, x, s));
        }
        return {};
    });
}

Status repeatReference(const std::vector<std::int64_t> &strides, const ReferenceCall &call)
{
    if (call.in[0].type != call.out[0].type) {
        return unsupportedType(call.out[0].type);
    }
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        StridedWalk from(call.out[0].shape, strides);
        const std::int64_t count = call.out[0].count();
        for (std::int64_t i = 0; i < count; ++i, from.next()) {
            call.out[0].as<T>()[i] = call.in[0].as<T>()[from.at()];
        }
        return {};
    });
}

} // namespace nervure
