// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

enum class JsonKind : std::uint8_t { Null, Boolean, Integer, Number, String, Array, Object };

/// "an object", "a text", …: for messages.
[[nodiscard]] std::string_view jsonKindText(JsonKind kind);

/// Deepest nesting we accept in a model file.
inline constexpr std::size_t maxJsonDepth = 512;

struct JsonOptions {
    std::size_t maxDepth = maxJsonDepth;
    bool allowComments = false;
};

class JsonTree;

/// One value of a JsonTree; cheap to copy, valid while the tree lives. `index()` is the number of
/// the value in document order, by which JsonSpans finds its bytes.
class JsonValue {
public:
    JsonValue(const JsonTree &tree, std::uint32_t index) : m_tree(&tree), m_index(index) {}

    [[nodiscard]] std::uint32_t index() const { return m_index; }
    [[nodiscard]] JsonKind kind() const;
    [[nodiscard]] bool isArray() const { return kind() == JsonKind::Array; }
    [[nodiscard]] bool isObject() const { return kind() == JsonKind::Object; }
    [[nodiscard]] bool isString() const { return kind() == JsonKind::String; }
    [[nodiscard]] bool isNumber() const
    {
        return kind() == JsonKind::Integer || kind() == JsonKind::Number;
    }
    /// The member's name, for members of objects.
    [[nodiscard]] std::string_view key() const;
    /// A string without its escapes; a number as it was written (integers normalized).
    [[nodiscard]] std::string text() const;
    /// The same without a copy, for strings.
    [[nodiscard]] std::string_view string() const;
    /// Only for JsonKind::Integer; numbers beyond 64 bits are JsonKind::Number.
    [[nodiscard]] std::int64_t integer() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] bool boolean() const;
    /// Number of members or elements.
    [[nodiscard]] std::size_t size() const;
    /// The last member of that name, as most readers understand repeated names.
    [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const;
    /// The value as JSON without blanks; strings escape only what has to be.
    [[nodiscard]] std::string compactText() const;

    class Iterator {
    public:
        Iterator(const JsonTree &tree, std::uint32_t index) : m_tree(&tree), m_index(index) {}
        JsonValue operator*() const { return {*m_tree, m_index}; }
        Iterator &operator++();
        bool operator==(const Iterator &) const = default;

    private:
        const JsonTree *m_tree;
        std::uint32_t m_index;
    };
    /// Members or elements, in the order of the text, repeated names included.
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

private:
    const JsonTree *m_tree;
    std::uint32_t m_index;
};

/// A parsed JSON text: all values in one flat array in document order, all strings in one pool.
/// Keeps the order and the repetition of names, and numbers as they were written. Strings are bytes:
/// raw control characters and invalid UTF-8, which some writers produce, are taken as they are.
class JsonTree {
public:
    /// The first value of the text; what follows it is not looked at. Fails with code "json-syntax"
    /// or "json-depth" and line and column.
    static Result<JsonTree> parse(std::string_view text, const JsonOptions &options = {});

    [[nodiscard]] JsonValue root() const { return {*this, 0}; }
    /// The text holds bytes that JSON does not allow in strings.
    [[nodiscard]] bool hadIllegalBytes() const { return m_hadIllegalBytes; }
    /// The offset of the first token after the value, when there is one.
    [[nodiscard]] std::optional<std::size_t> textAfter() const { return m_textAfter; }

private:
    friend class JsonValue;
    friend class JsonTreeBuilder;

    struct Value {
        JsonKind kind = JsonKind::Null;
        std::uint32_t end = 0; ///< index after the last value inside this one
        std::uint32_t keyStart = 0;
        std::uint32_t keySize = 0;
        std::uint32_t textStart = 0; ///< in the pool: strings, and numbers that are no integers
        std::uint32_t textSize = 0;
        std::int64_t integer = 0;
    };

    std::vector<Value> m_values;
    std::string m_pool;
    bool m_hadIllegalBytes = false;
    std::optional<std::size_t> m_textAfter;
};

/// `text` as a JSON string, quotes included; bytes beyond ASCII stay.
[[nodiscard]] std::string jsonQuoted(std::string_view text);

} // namespace nervure
