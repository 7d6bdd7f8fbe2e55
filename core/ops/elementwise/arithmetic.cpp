// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <type_traits>

namespace nervure {

namespace {

using I = std::int64_t;
using U = std::uint64_t;

/// Sums, differences and products of signed numbers wrap around as unsigned ones do.
template <typename T, typename Operation>
T wrapped(T a, T b)
{
    return static_cast<T>(Operation()(static_cast<U>(a), static_cast<U>(b)));
}

template <typename T>
T same(T x)
{
    return x;
}

template <typename T, int value>
T constant(T)
{
    return value;
}

template <typename T>
T negate(T x)
{
    return wrapped<T, std::minus<U>>(0, x);
}

template <typename T>
T absolute(T x)
{
    return x < T{0} ? negate(x) : x;
}

template <typename T>
T rectify(T x)
{
    return x > T{0} ? x : T{0};
}

/// Whether dividing by `b` overflows for the least number.
template <typename T>
bool isMinusOne(T b)
{
    return std::is_signed_v<T> && b == static_cast<T>(-1);
}

template <typename T>
T divide(T a, T b)
{
    if (b == 0) {
        return 0;
    }
    return isMinusOne(b) ? negate(a) : a / b;
}

template <typename T>
T remainder(T a, T b)
{
    return b == 0 || isMinusOne(b) ? 0 : a % b;
}

template <typename T>
T shiftLeft(T a, T b)
{
    return b < T{0} || b > T{63} ? 0 : static_cast<T>(static_cast<U>(a) << b);
}

template <typename T>
T shiftRight(T a, T b)
{
    return b < T{0} || b > T{63} ? 0 : a >> b;
}

template <typename T>
T power(T base, T exponent)
{
    if (exponent < T{0}) {
        const bool isUnit = base == 1 || isMinusOne(base);
        return isUnit ? power(base, negate(exponent)) : 0;
    }
    T result = 1;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0) {
            result = wrapped<T, std::multiplies<U>>(result, base);
        }
        base = wrapped<T, std::multiplies<U>>(base, base);
    }
    return result;
}

template <typename T>
T larger(T a, T b)
{
    return a > b ? a : b;
}

template <typename T>
T smaller(T a, T b)
{
    return a < b ? a : b;
}

template <typename T, typename Comparison>
T compare(T a, T b)
{
    return Comparison()(a, b) ? 1 : 0;
}

/// 0 for NaN.
template <typename T>
T signOf(T x)
{
    return x > T{0} ? T{1} : (x < T{0} ? static_cast<T>(-1) : T{0});
}

double fraction(double x)
{
    return 1 / (1 + std::exp(-x));
}

constexpr std::array unaryFunctions{
    // relu gives 0 for NaN, as NNVM's kernel does.
    UnaryFunction{"relu", rectify<double>, rectify<I>, rectify<U>, "%0 > 0.0f ? %0 : 0.0f",
                  "%0 > 0 ? %0 : 0", "%0 <= 0.0f ? 0.0f : %0"},
    UnaryFunction{"sigmoid", fraction, nullptr, nullptr,
                  "NERVURE_CONSTANT(1.0f) / (NERVURE_CONSTANT(1.0f) + exp(-%0))"},
    UnaryFunction{"tanh", std::tanh, nullptr, nullptr, "tanh(%0)"},
    UnaryFunction{"exp", std::exp, nullptr, nullptr, "exp(%0)"},
    UnaryFunction{"log", std::log, nullptr, nullptr, "log(%0)"},
    UnaryFunction{"sqrt", std::sqrt, nullptr, nullptr, "sqrt(%0)"},
    UnaryFunction{"negative", [](double x) { return -x; }, negate<I>, negate<U>, "-%0",
                  "NERVURE_WRAPPED(0, -, %0)"},
    UnaryFunction{"abs", std::fabs, absolute<I>, absolute<U>, "fabs(%0)",
                  "%0 < 0 ? NERVURE_WRAPPED(0, -, %0) : %0"},
    UnaryFunction{"floor", std::floor, same<I>, same<U>, "floor(%0)", "%0"},
    UnaryFunction{"ceil", std::ceil, same<I>, same<U>, "ceil(%0)", "%0"},
    UnaryFunction{"trunc", std::trunc, same<I>, same<U>, "trunc(%0)", "%0"},
    UnaryFunction{"round", std::round, same<I>, same<U>, "round(%0)", "%0"},
    UnaryFunction{"copy", same<double>, same<I>, same<U>, "%0", "%0"},
    UnaryFunction{"block_grad", same<double>, same<I>, same<U>, "%0", "%0"},
    UnaryFunction{"erf", std::erf, nullptr, nullptr, "NERVURE_ERF(%0)"},
    UnaryFunction{"expm1", std::expm1, nullptr, nullptr, "expm1(%0)"},
    UnaryFunction{"log1p", std::log1p, nullptr, nullptr, "log1p(%0)"},
    UnaryFunction{"cbrt", std::cbrt, nullptr, nullptr, "cbrt(%0)"},
    UnaryFunction{"sign", signOf<double>, signOf<I>, signOf<U>, "sign(%0)",
                  "%0 > 0 ? 1 : (%0 < 0 ? -1 : 0)", "%0 != %0 ? %0 : sign(%0)"},
    UnaryFunction{"rint", std::rint, same<I>, same<U>, "rint(%0)", "%0"},
    UnaryFunction{"sin", std::sin, nullptr, nullptr, "sin(%0)"},
    UnaryFunction{"cos", std::cos, nullptr, nullptr, "cos(%0)"},
    UnaryFunction{"tan", std::tan, nullptr, nullptr, "tan(%0)"},
    UnaryFunction{"asin", std::asin, nullptr, nullptr, "asin(%0)"},
    UnaryFunction{"acos", std::acos, nullptr, nullptr, "acos(%0)"},
    UnaryFunction{"atan", std::atan, nullptr, nullptr, "atan(%0)"},
    UnaryFunction{"sinh", std::sinh, nullptr, nullptr, "sinh(%0)"},
    UnaryFunction{"cosh", std::cosh, nullptr, nullptr, "cosh(%0)"},
    UnaryFunction{"asinh", std::asinh, nullptr, nullptr, "asinh(%0)"},
    UnaryFunction{"acosh", std::acosh, nullptr, nullptr, "acosh(%0)"},
    UnaryFunction{"atanh", std::atanh, nullptr, nullptr, "atanh(%0)"},
    UnaryFunction{"zeros_like", constant<double, 0>, constant<I, 0>, constant<U, 0>, "0.0f", "0"},
    UnaryFunction{"ones_like", constant<double, 1>, constant<I, 1>, constant<U, 1>, "1.0f", "1"},
};

template <typename Operation>
constexpr BinaryFunction wrapping(std::string_view name, double (*number)(double, double),
                                  std::string_view element, std::string_view whole)
{
    return {name, number, wrapped<I, Operation>, wrapped<U, Operation>, element, whole};
}

template <typename Comparison>
constexpr BinaryFunction comparing(std::string_view name, std::string_view element)
{
    return {name,
            compare<double, Comparison>,
            compare<I, Comparison>,
            compare<U, Comparison>,
            element,
            element};
}

/// Of whole numbers alone.
template <typename F>
constexpr BinaryFunction ofBits(std::string_view name, std::string_view whole)
{
    return {name, nullptr, [](I a, I b) { return F()(a, b); }, [](U a, U b) { return F()(a, b); },
            {},   whole};
}

/// max and min take the right operand when one is NaN, as NNVM's kernels do, unless the node passes NaN.
constexpr std::array binaryFunctions{
    wrapping<std::plus<U>>(
        "add", [](double a, double b) { return a + b; }, "%0 + %1", "NERVURE_WRAPPED(%0, +, %1)"),
    wrapping<std::minus<U>>(
        "sub", [](double a, double b) { return a - b; }, "%0 - %1", "NERVURE_WRAPPED(%0, -, %1)"),
    wrapping<std::multiplies<U>>(
        "mul", [](double a, double b) { return a * b; }, "%0 * %1", "NERVURE_WRAPPED(%0, *, %1)"),
    BinaryFunction{"div", [](double a, double b) { return a / b; }, divide<I>, divide<U>, "%0 / %1",
                   "nervure_quotient(%0, %1)"},
    BinaryFunction{"mod", std::fmod, remainder<I>, remainder<U>, "fmod(%0, %1)",
                   "nervure_remainder(%0, %1)"},
    BinaryFunction{"pow", std::pow, power<I>, power<U>, "pow(%0, %1)", "nervure_power(%0, %1)"},
    BinaryFunction{"max", larger<double>, larger<I>, larger<U>, "%0 > %1 ? %0 : %1",
                   "%0 > %1 ? %0 : %1", "%0 >= %1 || %0 != %0 ? %0 : %1"},
    BinaryFunction{"min", smaller<double>, smaller<I>, smaller<U>, "%0 < %1 ? %0 : %1",
                   "%0 < %1 ? %0 : %1", "%0 <= %1 || %0 != %0 ? %0 : %1"},
    comparing<std::equal_to<>>("equal", "%0 == %1 ? 1.0f : 0.0f"),
    comparing<std::not_equal_to<>>("not_equal", "%0 != %1 ? 1.0f : 0.0f"),
    comparing<std::greater<>>("greater", "%0 > %1 ? 1.0f : 0.0f"),
    comparing<std::greater_equal<>>("greater_equal", "%0 >= %1 ? 1.0f : 0.0f"),
    comparing<std::less<>>("less", "%0 < %1 ? 1.0f : 0.0f"),
    comparing<std::less_equal<>>("less_equal", "%0 <= %1 ? 1.0f : 0.0f"),
    BinaryFunction{
        "left_shift", nullptr, shiftLeft<I>, shiftLeft<U>, {}, "nervure_shifted_left(%0, %1)"},
    BinaryFunction{
        "right_shift", nullptr, shiftRight<I>, shiftRight<U>, {}, "nervure_shifted_right(%0, %1)"},
    ofBits<std::bit_and<>>("bitwise_and", "%0 & %1"),
    ofBits<std::bit_or<>>("bitwise_or", "%0 | %1"),
    ofBits<std::bit_xor<>>("bitwise_xor", "%0 ^ %1"),
};

template <typename Table>
auto find(const Table &table, std::string_view name) -> decltype(table.data())
{
    for (const auto &function : table) {
        if (function.name == name) {
            return &function;
        }
    }
    return nullptr;
}

} // namespace

const UnaryFunction *findUnaryFunction(std::string_view name)
{
    return find(unaryFunctions, name);
}

bool BinaryFunction::takesVectors() const
{
    constexpr std::array<std::string_view, 6> names{"add", "sub", "mul", "div", "max", "min"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

const BinaryFunction *findBinaryFunction(std::string_view name)
{
    return find(binaryFunctions, name);
}

} // namespace nervure
