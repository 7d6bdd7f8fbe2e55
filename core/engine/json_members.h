// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// The member `name` of an object; null where there is none, or no object.
[[nodiscard]] inline const nlohmann::ordered_json &memberOf(const nlohmann::ordered_json &json,
                                                            std::string_view name)
{
    static const nlohmann::ordered_json none;
    const auto it = json.is_object() ? json.find(name) : json.end();
    return it == json.end() ? none : *it;
}

/// A text; empty for anything else.
[[nodiscard]] inline std::string textOf(const nlohmann::ordered_json &json)
{
    return json.is_string() ? json.get<std::string>() : std::string();
}

[[nodiscard]] inline std::string textOf(const nlohmann::ordered_json &json, std::string_view name)
{
    return textOf(memberOf(json, name));
}

/// The texts of a list.
[[nodiscard]] inline std::vector<std::string> textsOf(const nlohmann::ordered_json &json)
{
    std::vector<std::string> texts;
    for (const nlohmann::ordered_json &item : json) {
        if (item.is_string()) {
            texts.push_back(item.get<std::string>());
        }
    }
    return texts;
}

/// A whole number that is not negative; 0 for anything else.
[[nodiscard]] inline std::uint64_t countOf(const nlohmann::ordered_json &json,
                                           std::string_view name)
{
    const nlohmann::ordered_json &member = memberOf(json, name);
    return member.is_number_unsigned() ? member.get<std::uint64_t>() : 0;
}

/// A number; `otherwise` for anything else: non-finite ones are words ("nan", "inf", "-inf").
[[nodiscard]] inline double numberOf(const nlohmann::ordered_json &json, std::string_view name,
                                     double otherwise = std::numeric_limits<double>::quiet_NaN())
{
    const nlohmann::ordered_json &member = memberOf(json, name);
    return member.is_number() ? member.get<double>() : otherwise;
}

/// The sizes of a shape, null for one that is unknown; null where the rank is.
[[nodiscard]] inline nlohmann::ordered_json shapeJson(const Shape &shape)
{
    if (!shape.hasRank()) {
        return nullptr;
    }
    nlohmann::ordered_json sizes = nlohmann::ordered_json::array();
    for (const std::int64_t size : shape) {
        sizes.push_back(isUnknownSize(size) ? nlohmann::ordered_json()
                                            : nlohmann::ordered_json(size));
    }
    return sizes;
}

/// The shape of what shapeJson() writes; nothing for anything else.
[[nodiscard]] inline std::optional<Shape> shapeFrom(const nlohmann::ordered_json &json)
{
    if (!json.is_array()) {
        return json.is_null() ? std::optional(Shape()) : std::nullopt;
    }
    Shape shape = Shape::scalar();
    for (const nlohmann::ordered_json &size : json) {
        const bool isKnown = size.is_number_integer() && size.get<std::int64_t>() >= 0;
        if (!isKnown && !size.is_null()) {
            return std::nullopt;
        }
        shape.push_back(isKnown ? size.get<std::int64_t>() : unknownSize);
    }
    return shape;
}

} // namespace nervure
