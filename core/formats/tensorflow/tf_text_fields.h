// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace nervure::tensorflow {

/// Messages of a graph, as texts nest them.
enum class TextMessage : std::uint8_t {
    None,
    Graph,
    Versions,
    Library,
    Function,
    Signature,
    Argument,
    Result,
    Node,
    Attribute,
    Value,
    List,
    FunctionName,
    Shape,
    Dimension,
    Tensor,
};

enum class TextKind : std::uint8_t { Integer, Boolean, Text, Float, Double, Type, Message };

/// A field of a message by the name that texts have for it.
struct TextField {
    TextMessage message;
    std::string_view name;
    std::uint32_t number;
    TextKind kind;
    TextMessage inner = TextMessage::None;
};

/// Null for fields that we do not look at.
[[nodiscard]] const TextField *textField(TextMessage message, std::string_view name);

/// The number of "DT_FLOAT" and its like; 0 for others.
[[nodiscard]] std::uint64_t textType(std::string_view name);

} // namespace nervure::tensorflow
