// SPDX-License-Identifier: Apache-2.0
#include "core/ops/arithmetic.h"

#include <array>
#include <cmath>

namespace nervure {

namespace {

using I = std::int64_t;
using U = std::uint64_t;

I same(I x)
{
    return x;
}

I wrapNegate(I x)
{
    return static_cast<I>(U{0} - static_cast<U>(x));
}

I divide(I a, I b)
{
    if (b == 0) {
        return 0;
    }
    return b == -1 ? wrapNegate(a) : a / b;
}

I remainder(I a, I b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

I shiftLeft(I a, I b)
{
    return b < 0 || b > 63 ? 0 : static_cast<I>(static_cast<U>(a) << b);
}

I shiftRight(I a, I b)
{
    return b < 0 || b > 63 ? 0 : a >> b;
}

constexpr std::array unaryFunctions{
    // relu gives 0 for NaN, as NNVM's kernel does.
    UnaryFunction{"relu", [](double x) { return x > 0 ? x : 0.0; },
                  [](I x) { return x > 0 ? x : 0; }, "%0 > 0.0f ? %0 : 0.0f"},
    UnaryFunction{"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, nullptr,
                  "1.0f / (1.0f + exp(-%0))"},
    UnaryFunction{"tanh", [](double x) { return std::tanh(x); }, nullptr, "tanh(%0)"},
    UnaryFunction{"exp", [](double x) { return std::exp(x); }, nullptr, "exp(%0)"},
    UnaryFunction{"log", [](double x) { return std::log(x); }, nullptr, "log(%0)"},
    UnaryFunction{"sqrt", [](double x) { return std::sqrt(x); }, nullptr, "sqrt(%0)"},
    UnaryFunction{"negative", [](double x) { return -x; }, wrapNegate, "-%0"},
    UnaryFunction{"abs", [](double x) { return std::abs(x); },
                  [](I x) { return x < 0 ? wrapNegate(x) : x; }, "fabs(%0)"},
    UnaryFunction{"floor", [](double x) { return std::floor(x); }, same, "floor(%0)"},
    UnaryFunction{"ceil", [](double x) { return std::ceil(x); }, same, "ceil(%0)"},
    UnaryFunction{"trunc", [](double x) { return std::trunc(x); }, same, "trunc(%0)"},
    UnaryFunction{"round", [](double x) { return std::round(x); }, same, "round(%0)"},
    UnaryFunction{"copy", [](double x) { return x; }, same, "%0"},
    UnaryFunction{"block_grad", [](double x) { return x; }, same, "%0"},
    UnaryFunction{"zeros_like", [](double) { return 0.0; }, [](I) { return I{0}; }, "0.0f"},
    UnaryFunction{"ones_like", [](double) { return 1.0; }, [](I) { return I{1}; }, "1.0f"},
};

/// max and min take the right operand when one is NaN, as NNVM's kernels do.
constexpr std::array binaryFunctions{
    BinaryFunction{"add", [](double a, double b) { return a + b; },
                   [](I a, I b) { return static_cast<I>(static_cast<U>(a) + static_cast<U>(b)); },
                   "%0 + %1"},
    BinaryFunction{"sub", [](double a, double b) { return a - b; },
                   [](I a, I b) { return static_cast<I>(static_cast<U>(a) - static_cast<U>(b)); },
                   "%0 - %1"},
    BinaryFunction{"mul", [](double a, double b) { return a * b; },
                   [](I a, I b) { return static_cast<I>(static_cast<U>(a) * static_cast<U>(b)); },
                   "%0 * %1"},
    BinaryFunction{"div", [](double a, double b) { return a / b; }, divide, "%0 / %1"},
    BinaryFunction{"mod", [](double a, double b) { return std::fmod(a, b); }, remainder,
                   "fmod(%0, %1)"},
    BinaryFunction{"pow", [](double a, double b) { return std::pow(a, b); }, nullptr,
                   "pow(%0, %1)"},
    BinaryFunction{"max", [](double a, double b) { return a > b ? a : b; },
                   [](I a, I b) { return a > b ? a : b; }, "%0 > %1 ? %0 : %1"},
    BinaryFunction{"min", [](double a, double b) { return a < b ? a : b; },
                   [](I a, I b) { return a < b ? a : b; }, "%0 < %1 ? %0 : %1"},
    BinaryFunction{"equal", [](double a, double b) { return a == b ? 1.0 : 0.0; },
                   [](I a, I b) { return I{a == b}; }, "%0 == %1 ? 1.0f : 0.0f"},
    BinaryFunction{"not_equal", [](double a, double b) { return a != b ? 1.0 : 0.0; },
                   [](I a, I b) { return I{a != b}; }, "%0 != %1 ? 1.0f : 0.0f"},
    BinaryFunction{"greater", [](double a, double b) { return a > b ? 1.0 : 0.0; },
                   [](I a, I b) { return I{a > b}; }, "%0 > %1 ? 1.0f : 0.0f"},
    BinaryFunction{"greater_equal", [](double a, double b) { return a >= b ? 1.0 : 0.0; },
                   [](I a, I b) { return I{a >= b}; }, "%0 >= %1 ? 1.0f : 0.0f"},
    BinaryFunction{"less", [](double a, double b) { return a < b ? 1.0 : 0.0; },
                   [](I a, I b) { return I{a < b}; }, "%0 < %1 ? 1.0f : 0.0f"},
    BinaryFunction{"less_equal", [](double a, double b) { return a <= b ? 1.0 : 0.0; },
                   [](I a, I b) { return I{a <= b}; }, "%0 <= %1 ? 1.0f : 0.0f"},
    BinaryFunction{"left_shift", nullptr, shiftLeft, {}},
    BinaryFunction{"right_shift", nullptr, shiftRight, {}},
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

const BinaryFunction *findBinaryFunction(std::string_view name)
{
    return find(binaryFunctions, name);
}

} // namespace nervure
