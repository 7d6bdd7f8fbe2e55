// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/onnx_attrs.h"
#include "core/graph/value/dimension.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Operators that people declare in a file: the small language of their rules, and what is made of it.
namespace nervure::custom {

/// What an expression gives: of each kind there is a value that is not known.
using WholeList = std::optional<Dimensions>; ///< of whole numbers: a shape, or a tuple
using Value = std::variant<Dimension, std::optional<double>, std::optional<bool>,
                           std::optional<std::string>, WholeList, std::optional<NumberTuple>>;
/// In the order of Value.
enum class Kind : std::uint8_t { Whole, Number, Truth, Text, List, Numbers };

/// "a whole number", …: for messages.
[[nodiscard]] std::string_view kindText(Kind kind);
[[nodiscard]] Value unknownOf(Kind kind);
[[nodiscard]] bool isUnknown(const Value &value);
/// As an attribute of NNVM's is written, and as people read it: "3", "0.5", "True", "(1, 2)"; "?" for what
/// is not known.
[[nodiscard]] std::string textOf(const Value &value);

/// What is known of one value of a node.
struct ValueFacts {
    WholeList shape;
    std::optional<std::string> type; ///< "float32"
};

/// What an expression is evaluated with.
struct Facts {
    const OnnxAttrs &attrs;
    /// By declared input: none where it is left out, several of a variadic one.
    std::vector<std::vector<ValueFacts>> inputs{};
    std::vector<ValueFacts> outputs{};
};

/// The names that an expression may use.
struct Names {
    struct Input {
        std::string name;
        bool isVariadic = false;
    };
    struct Attribute {
        std::string name;
        Kind kind = Kind::Whole;
    };
    std::vector<Input> inputs;
    std::vector<std::string> outputs;
    std::vector<Attribute> attributes;
};

/// An expression that was read, its kinds checked. What is known of shapes and what is known of types are
/// found one after the other, so that it matters which of them it looks at.
struct Expression {
    Kind kind = Kind::Whole;
    /// Fails with a message whose Location::column is the place in the text.
    std::function<Result<Value>(const Facts &)> evaluate;
    bool usesShapes = false;
    bool usesTypes = false;
    bool usesOutputs = false;
    /// It is no more than NAME.shape of this input.
    std::optional<std::size_t> shapeOfInput{};
};

/// A text of more bytes, or one that is nested deeper, is refused.
inline constexpr std::size_t longestExpression = 1000;
inline constexpr int deepestExpression = 50;
/// So is a list with more items where it is evaluated.
inline constexpr std::size_t longestList = 1024;

/// An error at an offset of an expression's text.
template <typename... Parts>
[[nodiscard]] Diagnostic expressionError(std::size_t offset,
                                         fmt::format_string<const Parts &...> text,
                                         const Parts &...parts)
{
    Diagnostic error =
        makeError("expression", formatMessage(text, fmt::make_format_args(parts...)));
    error.where.column = static_cast<int>(offset) + 1;
    return error;
}

/// Reads an expression (README.md has the language). Fails with Location::column.
[[nodiscard]] Result<Expression> parseExpression(std::string_view text, const Names &names);

} // namespace nervure::custom
