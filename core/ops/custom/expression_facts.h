// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/custom/expression.h"

/// What the names in an expression stand for: facts about the node that it is evaluated for.
namespace nervure::custom {

/// The value of an attribute; not known where the node has none and there is no default.
[[nodiscard]] Expression attributeValue(const Names::Attribute &attribute);
/// Whether the node gives the attribute, or there is a default.
[[nodiscard]] Expression attributeGiven(std::string name);
/// Whether the node has the input.
[[nodiscard]] Expression inputGiven(std::size_t input);
/// How many values a variadic input has.
[[nodiscard]] Expression inputCount(std::size_t input);
/// `shape`, `rank` or `type` of an input, of a variadic one that of value `index`; fails for another word.
[[nodiscard]] Result<Expression> inputFact(std::size_t input, std::optional<Expression> index,
                                           std::string_view fact, std::size_t offset);
/// The sizes of all values of a variadic input along `axis`, added up.
[[nodiscard]] Result<Expression> inputTotal(std::size_t input, Expression axis, std::size_t offset);
[[nodiscard]] Expression outputShape(std::size_t output);

} // namespace nervure::custom
