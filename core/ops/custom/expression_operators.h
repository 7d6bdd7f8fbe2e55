// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/custom/expression.h"

#include <span>

/// What the language's operators and functions make of expressions. Each checks the kinds of its operands and
/// fails with the place `offset`; what is not known of an operand is not known of the result.
namespace nervure::custom {

/// `a + b`, of numbers and of lists; `-`, `*`, `/` (always a number), `//` (rounded down) and `%` of numbers.
[[nodiscard]] Result<Expression> arithmetic(std::string_view op, Expression a, Expression b,
                                            std::size_t offset);
[[nodiscard]] Result<Expression> negated(Expression a, std::size_t offset);
/// `== != < <= > >=`.
[[nodiscard]] Result<Expression> comparison(std::string_view op, Expression a, Expression b,
                                            std::size_t offset);
[[nodiscard]] Result<Expression> conjunction(Expression a, Expression b, std::size_t offset);
[[nodiscard]] Result<Expression> disjunction(Expression a, Expression b, std::size_t offset);
[[nodiscard]] Result<Expression> negation(Expression a, std::size_t offset);
[[nodiscard]] Result<Expression> choice(Expression condition, Expression yes, Expression no,
                                        std::size_t offset);
/// `[a, b]`.
[[nodiscard]] Result<Expression> listOf(std::vector<Expression> items, std::size_t offset);
/// `list[index]`, negative ones from the end.
[[nodiscard]] Result<Expression> elementOf(Expression list, Expression index, std::size_t offset);
/// `list[from:to]`, either of which may be left out.
[[nodiscard]] Result<Expression> sliceOf(Expression list, std::optional<Expression> from,
                                         std::optional<Expression> to, std::size_t offset);
/// `name(arguments)`.
[[nodiscard]] Result<Expression> call(std::string_view name, std::vector<Expression> arguments,
                                      std::size_t offset);

/// A whole number that does not go by anything; a number; a text.
[[nodiscard]] Expression constant(Value value);

/// An expression of that kind that looks at what these look at.
[[nodiscard]] Expression madeOf(Kind kind, std::span<const Expression> operands);
/// A whole number as a number; nothing where it is not known.
[[nodiscard]] std::optional<double> numberOf(const Value &value);
[[nodiscard]] inline bool isNumeric(Kind kind)
{
    return kind == Kind::Whole || kind == Kind::Number;
}
/// The values of some operands; fails with the first that fails.
[[nodiscard]] Result<std::vector<Value>> valuesOf(std::span<const Expression> operands,
                                                  const Facts &facts);
/// What an operation on whole numbers gave, which is known unless an operand is not; fails where it does not
/// fit 64 bits.
[[nodiscard]] Result<Value> fitting(Dimension result, const Dimension &a, const Dimension &b,
                                    std::size_t offset);

} // namespace nervure::custom
