// SPDX-License-Identifier: Apache-2.0
#include "core/graph/value/value_type.h"

#include "core/support/half.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr int deepestType = 16;
constexpr std::string_view unknownText = "?";

/// Splits at the commas that stand in no brackets.
std::vector<std::string_view> splitItems(std::string_view text)
{
    std::vector<std::string_view> items;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (c == ',' && (depth <= 0 || i == text.size())) {
            items.push_back(trim(text.substr(start, i - start)));
            start = i + 1;
        }
    }
    return items;
}

/// The text between `before` and a closing parenthesis at the end.
std::optional<std::string_view> within(std::string_view text, std::string_view before)
{
    if (!text.starts_with(before) || !text.ends_with(')')) {
        return std::nullopt;
    }
    return trim(text.substr(before.size(), text.size() - before.size() - 1));
}

ValueType containerOf(ValueType::Kind kind, ValueType inner)
{
    ValueType type;
    type.kind = kind;
    if (inner.kind != ValueType::Kind::Unknown) {
        type.inner = std::make_shared<const ValueType>(std::move(inner));
    }
    return type;
}

ValueType tensorFromText(std::string_view text)
{
    const std::size_t bracket = text.find('[');
    const bool hasShape = bracket != std::string_view::npos;
    const std::string_view name = trim(text.substr(0, bracket));
    const auto element = hasShape && name == unknownText ? std::optional(ElementType::Undefined)
                                                         : elementTypeNamed(name);
    if (!element) {
        return {};
    }
    return ValueType::tensor(*element,
                             hasShape ? dimensionsFromText(text.substr(bracket)) : std::nullopt);
}

ValueType typeFromText(std::string_view text, int depth)
{
    if (depth > deepestType) {
        return {};
    }
    if (const auto inner = within(text, "sequence(")) {
        return containerOf(ValueType::Kind::Sequence, typeFromText(*inner, depth + 1));
    }
    if (const auto inner = within(text, "optional(")) {
        return containerOf(ValueType::Kind::Optional, typeFromText(*inner, depth + 1));
    }
    if (const auto inner = within(text, "sparse(")) {
        ValueType type = tensorFromText(*inner);
        type.kind = type.isTensor() ? ValueType::Kind::SparseTensor : type.kind;
        return type;
    }
    if (const auto inner = within(text, "map(")) {
        const auto items = splitItems(*inner);
        ValueType type =
            containerOf(ValueType::Kind::Map,
                        items.size() == 2 ? typeFromText(items[1], depth + 1) : ValueType());
        type.element = elementTypeNamed(items.front()).value_or(ElementType::Undefined);
        return type;
    }
    return tensorFromText(text);
}

std::string innerText(const ValueType &type)
{
    return type.inner ? type.inner->text() : std::string(unknownText);
}

std::string_view elementText(ElementType type)
{
    return type == ElementType::Undefined ? unknownText : elementTypeName(type);
}

std::optional<Dimensions> mergedShape(const std::optional<Dimensions> &a,
                                      const std::optional<Dimensions> &b)
{
    if (!a || !b || a->size() != b->size()) {
        return a ? a : b;
    }
    Dimensions shape = *a;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        shape[i] = moreKnown(shape[i], (*b)[i]);
    }
    return shape;
}

std::shared_ptr<const ValueType> combinedInner(const ValueType &a, const ValueType &b,
                                               ValueType (*combine)(const ValueType &,
                                                                    const ValueType &),
                                               bool keepsOne)
{
    if (!a.inner || !b.inner) {
        return keepsOne ? (a.inner ? a.inner : b.inner) : nullptr;
    }
    return std::make_shared<const ValueType>(combine(*a.inner, *b.inner));
}

std::optional<Dimensions> commonShape(const std::optional<Dimensions> &a,
                                      const std::optional<Dimensions> &b)
{
    if (!a || !b || a->size() != b->size()) {
        return std::nullopt;
    }
    Dimensions shape = *a;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        shape[i] = shape[i] == (*b)[i] ? shape[i] : Dimension();
    }
    return shape;
}

std::optional<double> realFromText(std::string_view text)
{
    return text == "true" ? 1 : text == "false" ? 0 : parseNumber(text);
}

double roundedTo(ElementType element, double value)
{
    switch (element) {
    case ElementType::Float32: return static_cast<float>(value);
    case ElementType::Float16: return static_cast<float>(Half(value));
    case ElementType::BFloat16: return roundedToBfloat16(static_cast<float>(value));
    default: return value;
    }
}

} // namespace

ValueType ValueType::tensor(ElementType element, std::optional<Dimensions> shape)
{
    ValueType type;
    type.kind = Kind::Tensor;
    type.element = element;
    type.shape = std::move(shape);
    return type;
}

ValueType ValueType::sequence(ValueType inner)
{
    return containerOf(Kind::Sequence, std::move(inner));
}

ValueType ValueType::optional(ValueType inner)
{
    return containerOf(Kind::Optional, std::move(inner));
}

ValueType ValueType::fromText(std::string_view text)
{
    return typeFromText(trim(text), 0);
}

bool ValueType::hasShape() const
{
    return shape && std::none_of(shape->begin(), shape->end(), [](const Dimension &dimension) {
               return dimension.isUnknown();
           });
}

std::optional<std::int64_t> ValueType::elementCount() const
{
    return shape ? productOf(*shape).number() : std::nullopt;
}

std::optional<std::int64_t> ValueType::byteCount() const
{
    constexpr std::int64_t bitsInByte = 8;
    const auto count = elementCount();
    const std::int64_t bits = bitsOf(element);
    const Dimension all = Dimension(count.value_or(0)) * Dimension(bits);
    return count && bits != 0 ? all.ceilOf(bitsInByte).number() : std::nullopt;
}

bool ValueType::knowsAllNumbers() const
{
    const auto count = elementCount();
    if (!count || *count == 0 || !elements) {
        return count == 0;
    }
    const auto &[whole, real] = *elements;
    return whole.size() + real.size() == static_cast<std::size_t>(*count)
           && std::all_of(whole.begin(), whole.end(),
                          [](const Dimension &number) { return number.isNumber(); })
           && std::all_of(real.begin(), real.end(), [](const std::optional<double> &number) {
                  return number && !std::isnan(*number);
              });
}

Shape ValueType::numbers() const
{
    if (!shape) {
        return {};
    }
    Shape numbers = Shape::scalar();
    for (const Dimension &dimension : *shape) {
        numbers.push_back(std::max(dimension.number().value_or(unknownSize), unknownSize));
    }
    return numbers;
}

std::string ValueType::text() const
{
    switch (kind) {
    case Kind::Unknown: break;
    case Kind::Tensor:
        return std::string(elementText(element)) + (shape ? dimensionsText(*shape) : "");
    case Kind::SparseTensor:
        return fmt::format("sparse({}{})", elementText(element),
                           shape ? dimensionsText(*shape) : "");
    case Kind::Sequence: return "sequence(" + innerText(*this) + ')';
    case Kind::Optional: return "optional(" + innerText(*this) + ')';
    case Kind::Map: return fmt::format("map({}, {})", elementText(element), innerText(*this));
    }
    return std::string(unknownText);
}

bool ValueType::operator==(const ValueType &other) const
{
    const auto isSame = [](const auto &a, const auto &b) { return a == b || (a && b && *a == *b); };
    return kind == other.kind && element == other.element && shape == other.shape
           && isSame(inner, other.inner) && isSame(elements, other.elements);
}

std::vector<std::string> textsOf(const ValueTypes &values)
{
    std::vector<std::string> texts;
    texts.reserve(values.size());
    for (const ValueType &value : values) {
        texts.push_back(value.text());
    }
    return texts;
}

std::optional<Dimensions> dimensionsFromText(std::string_view text)
{
    const std::string_view all = trim(text);
    const bool isList =
        all.size() >= 2
        && ((all.front() == '[' && all.back() == ']') || (all.front() == '(' && all.back() == ')'));
    if (!isList) {
        return std::nullopt;
    }
    Dimensions dimensions;
    const std::string_view inner = trim(all.substr(1, all.size() - 2));
    if (!inner.empty()) {
        for (const std::string_view item : splitItems(inner)) {
            dimensions.push_back(Dimension::fromText(item));
        }
    }
    return dimensions;
}

std::string dimensionsText(const Dimensions &dimensions)
{
    std::vector<std::string> texts;
    for (const Dimension &dimension : dimensions) {
        texts.push_back(dimension.text());
    }
    return '[' + join(texts, ", ") + ']';
}

std::string dimensionsLabel(const Dimensions &dimensions)
{
    std::vector<std::string> texts;
    for (const Dimension &dimension : dimensions) {
        std::string text = dimension.text();
        const bool isSum = text.find(' ') != std::string::npos;
        texts.push_back(isSum ? '(' + text + ')' : std::move(text));
    }
    return texts.empty() ? "scalar" : join(texts, "×");
}

std::shared_ptr<const KnownElements> elementsFromText(ElementType type, std::string_view text)
{
    KnownElements elements;
    const bool isWhole = hasWholeElements(type);
    if (trim(text).empty()) {
        return std::make_shared<const KnownElements>();
    }
    for (const std::string_view part : split(text, ',')) {
        const std::string_view item = trim(part);
        const auto whole = item == "true"    ? std::optional<std::int64_t>(1)
                           : item == "false" ? std::optional<std::int64_t>(0)
                                             : parseInteger(item);
        const auto real = realFromText(item);
        if (isWhole ? !whole : !real) {
            return nullptr;
        }
        if (isWhole) {
            elements.whole.emplace_back(*whole);
        } else {
            elements.real.push_back(real);
        }
    }
    return std::make_shared<const KnownElements>(std::move(elements));
}

bool hasWholeElements(ElementType type)
{
    switch (type) {
    case ElementType::UInt8:
    case ElementType::Int8:
    case ElementType::UInt16:
    case ElementType::Int16:
    case ElementType::Int32:
    case ElementType::Int64:
    case ElementType::Bool:
    case ElementType::UInt32:
    case ElementType::UInt64:
    case ElementType::UInt4:
    case ElementType::Int4:
    case ElementType::UInt2:
    case ElementType::Int2: return true;
    default: return false;
    }
}

std::shared_ptr<const KnownElements> roundedElements(
    const std::shared_ptr<const KnownElements> &elements, ElementType type)
{
    const auto isRounded = [type](const std::optional<double> &element) {
        return !element || std::isnan(*element) || roundedTo(type, *element) == *element;
    };
    if (!elements || std::all_of(elements->real.begin(), elements->real.end(), isRounded)) {
        return elements;
    }
    KnownElements rounded = *elements;
    for (std::optional<double> &element : rounded.real) {
        element = element ? std::optional(roundedTo(type, *element)) : element;
    }
    return std::make_shared<const KnownElements>(std::move(rounded));
}

ValueType merged(const ValueType &a, const ValueType &b)
{
    if (a.kind == ValueType::Kind::Unknown || b.kind == ValueType::Kind::Unknown
        || a.kind != b.kind) {
        return a.kind == ValueType::Kind::Unknown ? b : a;
    }
    ValueType both = a;
    both.element = a.element == ElementType::Undefined ? b.element : a.element;
    both.shape = mergedShape(a.shape, b.shape);
    both.inner = combinedInner(a, b, merged, true);
    both.elements = a.elements ? a.elements : b.elements;
    return both;
}

namespace {

/// To the bit: 0 and -0 are two numbers.
bool areSame(const KnownElements &a, const KnownElements &b)
{
    const auto isSame = [](const std::optional<double> &one, const std::optional<double> &other) {
        return one == other && (!one || std::signbit(*one) == std::signbit(*other));
    };
    return a.whole == b.whole
           && std::equal(a.real.begin(), a.real.end(), b.real.begin(), b.real.end(), isSame);
}

} // namespace

ValueType common(const ValueType &a, const ValueType &b)
{
    if (a.kind != b.kind || (a.isTensor() && a.element != b.element)) {
        return {};
    }
    ValueType both = a;
    both.shape = commonShape(a.shape, b.shape);
    both.inner = combinedInner(a, b, common, false);
    both.elements =
        a.elements && b.elements && areSame(*a.elements, *b.elements) ? a.elements : nullptr;
    return both;
}

} // namespace nervure
