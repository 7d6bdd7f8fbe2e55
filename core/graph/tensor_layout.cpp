// SPDX-License-Identifier: Apache-2.0
#include "core/graph/tensor_layout.h"

#include "core/support/text.h"

#include <algorithm>
#include <cctype>

namespace nervure {

namespace {

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

char upper(char c)
{
    return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

char lower(char c)
{
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

Diagnostic badLayout(std::string_view text)
{
    return makeError("layout-invalid", "layout is {}, expected one like NCHW or NCHW4c",
                     quoted(text));
}

} // namespace

Result<Layout> Layout::parse(std::string_view text)
{
    Layout layout;
    layout.m_text = text;
    if (text == undefinedText) {
        return layout;
    }
    constexpr std::int64_t largestBlock = 1 << 20;
    std::int64_t factor = 0;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            factor = std::min(factor * 10 + (c - '0'), largestBlock);
            continue;
        }
        const bool fits = isUpper(c) ? factor == 0 : isLower(c) && factor > 0;
        if (!fits || layout.contains(c)) {
            return badLayout(text);
        }
        layout.m_axes.emplace_back(c, factor);
        factor = 0;
    }
    const bool whole =
        std::all_of(layout.m_axes.begin(), layout.m_axes.end(),
                    [&](const auto &axis) { return layout.contains(upper(axis.first)); });
    if (layout.m_axes.empty() || factor != 0 || !whole) {
        return badLayout(text);
    }
    return layout;
}

char Layout::dimensionOf(char axis)
{
    return upper(axis);
}

int Layout::indexOf(char axis) const
{
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        if (m_axes[i].first == axis) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

std::int64_t Layout::blockOf(char axis) const
{
    const int block = indexOf(lower(axis));
    return block < 0 ? 0 : m_axes[static_cast<std::size_t>(block)].second;
}

std::string Layout::upperCase() const
{
    std::string axes;
    for (const auto &[axis, block] : m_axes) {
        if (isUpper(axis)) {
            axes += axis;
        }
    }
    std::sort(axes.begin(), axes.end());
    return axes;
}

bool Layout::convertibleTo(const Layout &other) const
{
    return isDefined() && other.isDefined() && upperCase() == other.upperCase();
}

std::string Layout::textOf(std::size_t first, std::size_t count) const
{
    std::string text;
    for (std::size_t i = first; i < first + count; ++i) {
        text += m_axes[i].second > 0 ? std::to_string(m_axes[i].second) : "";
        text += m_axes[i].first;
    }
    return text;
}

Result<Layout> Layout::part(std::size_t first, std::size_t count) const
{
    const std::size_t length = first < rank() ? std::min(count, rank() - first) : 0;
    return length == 0 ? parse(undefinedText) : parse(textOf(first, length));
}

Layout Layout::reversed() const
{
    Layout layout = *this;
    std::reverse(layout.m_axes.begin(), layout.m_axes.end());
    if (isDefined()) {
        layout.m_text = layout.textOf(0, rank());
    }
    return layout;
}

Result<Layout> Layout::joinedWith(const Layout &other) const
{
    if (!isDefined() || !other.isDefined()) {
        return isDefined() ? *this : other;
    }
    return parse(m_text + other.m_text);
}

Result<Shape> Layout::convert(const Shape &shape, const Layout &to) const
{
    if (*this == to) {
        return shape;
    }
    if (!convertibleTo(to) || shape.size() != rank()) {
        return makeError("layout-invalid", "shape {} has {} dimensions, expected layout {}",
                         shapeText(shape), shape.size(), m_text);
    }
    Shape converted = Shape::ofRank(to.rank());
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const char axis = m_axes[i].first;
        if (!isUpper(axis)) {
            continue;
        }
        const std::int64_t from = std::max<std::int64_t>(blockOf(axis), 1);
        const int part = indexOf(lower(axis));
        if (part >= 0 && shape[static_cast<std::size_t>(part)] != from) {
            return makeError("layout-invalid", "shape {} does not fit the blocks of layout {}",
                             shapeText(shape), m_text);
        }
        const std::int64_t block = std::max<std::int64_t>(to.blockOf(axis), 1);
        const std::int64_t size =
            checkedMultiply(std::max<std::int64_t>(shape[i], 0), from).value_or(0);
        const bool isOpen = isUnknownSize(shape[i]);
        if (to.blockOf(axis) > size && !isOpen) {
            return makeError("layout-invalid",
                             "dimension {} of {} cannot be split into blocks of {}",
                             std::string(1, axis), size, block);
        }
        converted[static_cast<std::size_t>(to.indexOf(axis))] = isOpen ? unknownSize : size / block;
        if (to.blockOf(axis) > 0) {
            converted[static_cast<std::size_t>(to.indexOf(lower(axis)))] = block;
        }
    }
    return converted;
}

} // namespace nervure
