// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace nervure {

/// A function of one number, for the reference. Floats are computed in double.
struct UnaryFunction {
    std::string_view name;
    double (*number)(double) = nullptr;
    std::int64_t (*integer)(std::int64_t) = nullptr;   ///< null: integers have no such function
    std::uint64_t (*natural)(std::uint64_t) = nullptr; ///< the same for unsigned types
    /// OpenCL C on floats, the operand being %0.
    std::string_view element;
    /// The same on whole numbers (long and ulong, see element.cl); empty: there is no such function.
    std::string_view whole = {};
    /// The same as `element` where NaN comes out for NaN (Node::passesNan); empty: it does so anyway.
    std::string_view passingNan = {};
};

/// A function of two numbers. Comparisons give 1 or 0. Integer division and remainder truncate
/// towards zero and give 0 for a divisor of 0; integer sums, products and powers wrap around.
struct BinaryFunction {
    std::string_view name;
    double (*number)(double, double) = nullptr;                       ///< null: integers only
    std::int64_t (*integer)(std::int64_t, std::int64_t) = nullptr;    ///< null: floats only
    std::uint64_t (*natural)(std::uint64_t, std::uint64_t) = nullptr; ///< for unsigned types
    /// OpenCL C on floats, the operands being %0 and %1; empty: integers only.
    std::string_view element;
    /// The same on whole numbers.
    std::string_view whole = {};
    /// The same as `element` where NaN comes out for NaN (Node::passesNan); empty: it does so anyway, or never.
    std::string_view passingNan = {};

    /// Whether the text holds for vectors too. Comparisons differ there, and fmod and pow take no
    /// vector beside a number.
    [[nodiscard]] bool takesVectors() const;
};

/// "relu", "sigmoid", "exp", …; null for names that are none.
[[nodiscard]] const UnaryFunction *findUnaryFunction(std::string_view name);

/// "add", "sub", "mul", "div", "mod", "pow", "max", "min", "equal", "not_equal", "greater",
/// "greater_equal", "less", "less_equal", "left_shift", "right_shift", "bitwise_and", "bitwise_or", "bitwise_xor"; null for other names.
[[nodiscard]] const BinaryFunction *findBinaryFunction(std::string_view name);

} // namespace nervure
