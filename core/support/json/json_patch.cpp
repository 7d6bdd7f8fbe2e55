// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_patch.h"

#include <algorithm>
#include <iterator>

namespace nervure {

void JsonPatch::replaceValue(const JsonValue &value, std::string text)
{
    const JsonSpan &span = m_spans.of(value.index());
    if (span.of(m_text) != text) {
        m_edits.push_back({span.begin, span.end, std::move(text)});
    }
}

void JsonPatch::removeItems(const std::vector<JsonSpan> &items, const std::vector<bool> &removed)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!removed[i]) {
            continue;
        }
        std::size_t last = i;
        while (last + 1 < items.size() && removed[last + 1]) {
            ++last;
        }
        const bool isFollowed = last + 1 < items.size();
        // The comma goes with the item: the one after it, or the one before the last items.
        const std::size_t begin = isFollowed || i == 0 ? items[i].itemBegin() : items[i - 1].end;
        const std::size_t end = isFollowed ? items[last + 1].itemBegin() : items[last].end;
        m_edits.push_back({begin, end, {}});
        i = last;
    }
}

std::string JsonPatch::separatorOf(const JsonSpan &container,
                                   const std::vector<JsonSpan> &items) const
{
    const auto blanks = [](std::string_view text) {
        return text.find_first_not_of(" \t\r\n,") == std::string_view::npos;
    };
    if (items.size() >= 2) {
        const std::string_view between =
            m_text.substr(items[0].end, items[1].itemBegin() - items[0].end);
        if (blanks(between)) {
            return std::string(between);
        }
    }
    if (!items.empty()) {
        const std::string_view lead =
            m_text.substr(container.begin + 1, items[0].itemBegin() - container.begin - 1);
        if (blanks(lead)) {
            return "," + (lead.empty() ? std::string(" ") : std::string(lead));
        }
    }
    return ", ";
}

void JsonPatch::changeItems(const JsonValue &container, const std::vector<bool> &removed,
                            const std::vector<Insertion> &insertions)
{
    const JsonSpan &span = m_spans.of(container.index());
    std::vector<JsonSpan> items;
    for (const JsonValue item : container) {
        items.push_back(m_spans.of(item.index()));
    }
    const std::string separator = separatorOf(span, items);
    const bool isEmptied = std::find(removed.begin(), removed.end(), false) == removed.end();
    bool isFirst = true;
    for (const Insertion &insertion : insertions) {
        std::size_t before = std::min(insertion.before, items.size());
        while (before > 0 && removed[before - 1]) {
            --before;
        }
        const auto next =
            std::find(removed.begin() + static_cast<std::ptrdiff_t>(before), removed.end(), false);
        if (before > 0) {
            const std::size_t at = items[before - 1].end;
            m_edits.push_back({at, at, separator + insertion.item});
        } else if (!isEmptied) {
            const std::size_t at =
                items[static_cast<std::size_t>(next - removed.begin())].itemBegin();
            m_edits.push_back({at, at, insertion.item + separator});
        } else {
            const std::size_t at = items.empty() ? span.begin + 1 : items[0].itemBegin();
            m_edits.push_back({at, at, (isFirst ? "" : separator) + insertion.item});
        }
        isFirst = false;
    }
    removeItems(items, removed);
}

std::string JsonPatch::takeText(const JsonValue &value)
{
    const JsonSpan &span = m_spans.of(value.index());
    const auto isInside = [&span](const TextEdit &edit) {
        return edit.begin >= span.begin && edit.end <= span.end;
    };
    // What was patched last stands last: usually these alone.
    auto first = m_edits.end();
    while (first != m_edits.begin() && isInside(*(first - 1))) {
        --first;
    }
    std::vector<TextEdit> edits(std::make_move_iterator(first),
                                std::make_move_iterator(m_edits.end()));
    m_edits.erase(first, m_edits.end());
    return applied(std::move(edits), span.begin, span.end);
}

std::string JsonPatch::apply() const
{
    return applied(m_edits, 0, m_text.size());
}

std::string JsonPatch::applied(std::vector<TextEdit> edits, std::size_t begin,
                               std::size_t end) const
{
    std::stable_sort(edits.begin(), edits.end(), [](const TextEdit &a, const TextEdit &b) {
        // At one place insertions come first, in the order they were made.
        return std::pair(a.begin, a.begin != a.end) < std::pair(b.begin, b.begin != b.end);
    });
    std::string out;
    std::size_t at = begin;
    for (const TextEdit &edit : edits) {
        if (edit.begin < at) {
            continue;
        }
        out += m_text.substr(at, edit.begin - at);
        out += edit.text;
        at = edit.end;
    }
    return out += m_text.substr(at, end - at);
}

} // namespace nervure
