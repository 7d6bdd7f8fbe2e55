// SPDX-License-Identifier: Apache-2.0
#include "core/ops/arithmetic_reference.h"

#include "core/ops/reference_types.h"

#include <cmath>
#include <type_traits>

namespace nervure {

namespace {

/// Visits the elements of a shape in row-major order, keeping two positions along.
class BroadcastWalk {
public:
    BroadcastWalk(std::span<const std::int64_t> shape, std::vector<std::int64_t> leftSteps,
                  std::vector<std::int64_t> rightSteps)
        : m_shape(shape),
          m_left(std::move(leftSteps)),
          m_right(std::move(rightSteps)),
          m_at(shape.size(), 0)
    {}

    std::int64_t left = 0;
    std::int64_t right = 0;

    void next()
    {
        for (std::size_t i = m_shape.size(); i-- > 0;) {
            left += m_left[i];
            right += m_right[i];
            if (++m_at[i] < m_shape[i]) {
                return;
            }
            left -= m_left[i] * m_at[i];
            right -= m_right[i] * m_at[i];
            m_at[i] = 0;
        }
    }

private:
    std::span<const std::int64_t> m_shape;
    std::vector<std::int64_t> m_left;
    std::vector<std::int64_t> m_right;
    std::vector<std::int64_t> m_at;
};

template <typename T, typename Function, typename... Args>
T apply(const Function &function, Args... args)
{
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(function.number(static_cast<double>(args)...));
    } else {
        return static_cast<T>(function.integer(static_cast<std::int64_t>(args)...));
    }
}

/// Runs `f` for the type of the call, if the function exists for it.
template <typename Function, typename F>
Status dispatch(const Function &function, const ReferenceCall &call, F &&f)
{
    if (Status status = requireOneType(call); !status) {
        return status;
    }
    const DType type = call.in[0].type;
    const bool exists = isFloat(type) ? function.number != nullptr : function.integer != nullptr;
    return exists ? withNumberType(type, f) : Status(unsupportedType(type));
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
    return dispatch(function, call, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            call.out[0].as<T>()[i] = apply<T>(function, call.in[0].as<T>()[i]);
        }
        return {};
    });
}

Status binaryReference(const BinaryFunction &function, const ReferenceCall &call)
{
    const auto left = broadcastStrides(call.in[0].shape, call.out[0].shape);
    const auto right = broadcastStrides(call.in[1].shape, call.out[0].shape);
    if (!left || !right) {
        return makeError("infer-shape", "the inputs do not stretch to the output's shape");
    }
    return dispatch(function, call, [&](auto zero) -> Status {
        using T = decltype(zero);
        BroadcastWalk walk(call.out[0].shape, *left, *right);
        const T *a = call.in[0].as<T>();
        const T *b = call.in[1].as<T>();
        const std::int64_t count = call.out[0].count();
        for (std::int64_t i = 0; i < count; ++i, walk.next()) {
            call.out[0].as<T>()[i] = apply<T>(function, a[walk.left], b[walk.right]);
        }
        return {};
    });
}

Status scalarReference(const BinaryFunction &function, double scalar, bool reversed,
                       const ReferenceCall &call)
{
    const double whole = std::isfinite(scalar) && std::abs(scalar) < 9e18 ? scalar : 0.0;
    return dispatch(function, call, [&](auto zero) -> Status {
        using T = decltype(zero);
        using Scalar = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;
        const auto s = static_cast<Scalar>(std::is_floating_point_v<T> ? scalar : whole);
        const std::int64_t count = call.out[0].count();
        for (std::int64_t i = 0; i < count; ++i) {
            const T x = call.in[0].as<T>()[i];
            call.out[0].as<T>()[i] = reversed ? apply<T>(function, s, x) : apply<T>(function, x, s);
        }
        return {};
    });
}

} // namespace nervure
