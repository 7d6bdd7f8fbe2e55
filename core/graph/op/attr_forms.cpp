// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_forms.h"

#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace nervure {

namespace {

/// What is between the brackets of a plain tuple, or around its commas.
std::optional<std::string_view> tupleItems(const AttrDecl &decl, std::string_view text)
{
    if (decl.kind != AttrKind::IntTuple && decl.kind != AttrKind::NumberTuple) {
        return std::nullopt;
    }
    std::string_view items = trim(text);
    const bool hasBrackets = (items.starts_with('(') && items.ends_with(')'))
                             || (items.starts_with('[') && items.ends_with(']'));
    if (hasBrackets) {
        items = trim(items.substr(1, items.size() - 2));
    }
    const bool isTuple = (hasBrackets || items.find(',') != std::string_view::npos)
                         && items.find_first_of("()[]{}\"") == std::string_view::npos;
    return isTuple ? std::optional(items) : std::nullopt;
}

/// "3, 3": the items with one space between them.
std::string joined(std::string_view items)
{
    std::string text;
    for (std::size_t begin = 0; begin < items.size();) {
        const std::size_t end = std::min(items.find(',', begin), items.size());
        text += (text.empty() ? "" : ", ") + std::string(trim(items.substr(begin, end - begin)));
        begin = end + 1;
    }
    return text;
}

/// "1.0" for "1": in ONNX's files a number without a fraction is of another type.
std::string asReal(std::string_view number)
{
    return std::string(number) + (parseInteger(number) ? ".0" : "");
}

/// As ONNX's reader has it: "[3, 3]", "1.0".
std::string onnxForm(const AttrDecl &decl, std::string_view typed)
{
    if (decl.kind == AttrKind::Number) {
        return asReal(trim(typed));
    }
    const auto items = tupleItems(decl, typed);
    if (!items || decl.kind != AttrKind::NumberTuple) {
        return items ? '[' + joined(*items) + ']' : std::string(typed);
    }
    std::vector<std::string> numbers;
    for (const std::string_view item : split(*items, ',')) {
        numbers.push_back(asReal(trim(item)));
    }
    return '[' + join(numbers, ", ") + ']';
}

} // namespace

std::string writtenForm(const AttrDecl &decl, Dialect dialect, std::string_view typed)
{
    if (hasValueTypes(dialect)) {
        return onnxForm(decl, typed);
    }
    const auto items = tupleItems(decl, typed);
    if (!items) {
        return std::string(typed);
    }
    const std::string text = joined(*items);
    if (dialect == Dialect::LightNet) {
        return '[' + text + ']';
    }
    const bool isOne = !text.empty() && text.find(',') == std::string::npos;
    return '(' + text + (isOne ? ",)" : ")"); // as Python does
}

std::string shownForm(const AttrDecl &decl, std::string_view written)
{
    const auto items = tupleItems(decl, written);
    return items ? '(' + joined(*items) + ')' : std::string(written);
}

} // namespace nervure
