// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/json/json_spans.h"
#include "core/support/json/json_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Changes single tokens of a JSON text and leaves every other byte as it is.
class JsonPatch {
public:
    /// The text must be the one the tree was parsed from, and must outlive the patch.
    JsonPatch(std::string_view text, bool comments) : m_text(text), m_spans(text, comments) {}

    void replaceValue(const JsonValue &value, std::string text);

    /// New items that go before the original item `before` (its number of items: at the end).
    struct Insertion {
        std::size_t before = 0;
        std::string item;
    };
    /// Takes items out of an array or object and puts new ones in, with their commas. At most once
    /// for each container; values inside a removed item must not be patched.
    void changeItems(const JsonValue &container, const std::vector<bool> &removed,
                     const std::vector<Insertion> &insertions);

    /// The value's text with what was patched in it, which is forgotten: for an item that moves, being
    /// taken out at one place and put in at another.
    [[nodiscard]] std::string takeText(const JsonValue &value);

    [[nodiscard]] bool isEmpty() const { return m_edits.empty(); }
    [[nodiscard]] std::string apply() const;

private:
    struct TextEdit {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::string text;
    };
    [[nodiscard]] std::string applied(std::vector<TextEdit> edits, std::size_t begin,
                                      std::size_t end) const;
    void removeItems(const std::vector<JsonSpan> &items, const std::vector<bool> &removed);
    [[nodiscard]] std::string separatorOf(const JsonSpan &container,
                                          const std::vector<JsonSpan> &items) const;

    std::string_view m_text;
    JsonSpans m_spans;
    std::vector<TextEdit> m_edits;
};

} // namespace nervure
