// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"
#include "core/support/text.h"

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace nervure {

namespace {

bool isBlank(char c)
{
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr std::string_view noneText = "None";

/// "None", with blanks behind it at most.
bool isNone(std::string_view text)
{
    return text.substr(0, noneText.size()) == noneText
           && trim(text.substr(noneText.size())).empty();
}

/// Reads values as a C++ input stream does: blanks skipped in front, the rest left in place.
class Reader {
public:
    explicit Reader(std::string_view text) : m_rest(text) {}

    void skipBlanks()
    {
        while (!m_rest.empty() && isBlank(m_rest.front())) {
            m_rest.remove_prefix(1);
        }
    }
    [[nodiscard]] char peek() const { return m_rest.empty() ? '\0' : m_rest.front(); }
    char take()
    {
        const char c = peek();
        m_rest.remove_prefix(m_rest.empty() ? 0 : 1);
        return c;
    }
    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }
    /// Only blanks are left.
    bool finish()
    {
        skipBlanks();
        return atEnd();
    }

    bool read(std::int64_t &value)
    {
        skipBlanks();
        std::size_t length = peek() == '-' || peek() == '+' ? 1 : 0;
        const std::size_t sign = length;
        while (length < m_rest.size() && isDigit(m_rest[length])) {
            ++length;
        }
        const auto number = parseInteger(m_rest.substr(0, length));
        m_rest.remove_prefix(length);
        value = number.value_or(0);
        return length > sign && number.has_value();
    }
    bool read(double &value)
    {
        skipBlanks();
        const std::string copy(m_rest.substr(0, 400));
        if (copy.empty()
            || (!isDigit(copy[0])
                && std::string_view("+-.").find(copy[0]) == std::string_view::npos)) {
            return false;
        }
        char *end = nullptr;
        value = std::strtod(copy.c_str(), &end);
        m_rest.remove_prefix(static_cast<std::size_t>(end - copy.c_str()));
        return end != copy.c_str();
    }

    bool read(IntTuple &value);
    /// An integer or None.
    bool read(OptionalInteger &value)
    {
        skipBlanks();
        if (m_rest.substr(0, noneText.size()) == noneText) {
            m_rest.remove_prefix(noneText.size());
            value.reset();
            return true;
        }
        return read(value.emplace());
    }

private:
    std::string_view m_rest;
};

/// The items after the opening bracket.
template <typename List>
bool readItems(Reader &in, List &items)
{
    using T = typename List::value_type;
    in.skipBlanks();
    if (in.peek() == ')' || in.peek() == ']') {
        in.take();
        return true;
    }
    T item{};
    while (in.read(item)) {
        items.push_back(item);
        in.skipBlanks();
        char next = in.take();
        const bool isWhole = std::is_integral_v<T> || std::is_same_v<T, OptionalInteger>;
        if (isWhole && next == 'L') {
            next = in.take();
        }
        if (next == ',') {
            in.skipBlanks();
            next = in.peek() == ')' || in.peek() == ']' ? in.take() : ',';
        }
        if (next == ')' || next == ']') {
            return true;
        }
        if (next != ',') {
            return false;
        }
    }
    return false;
}

/// A tuple in round or square brackets, or one bare number.
template <typename List>
bool readTuple(Reader &in, List &items)
{
    items.clear();
    in.skipBlanks();
    if (isDigit(in.peek()) || in.peek() == '-') {
        typename List::value_type item{};
        const bool ok = in.read(item);
        items.push_back(item);
        return ok;
    }
    const char open = in.take();
    return (open == '(' || open == '[') && readItems(in, items);
}

bool Reader::read(IntTuple &value)
{
    return readTuple(*this, value);
}

template <typename List>
Status parseTuple(std::string_view text, List &value, const char *expected)
{
    Reader in(text);
    List items;
    if (!readTuple(in, items) || !in.finish()) {
        return makeError("attr-invalid", expected);
    }
    value = std::move(items);
    return {};
}

template <typename T>
Status parseFloating(std::string_view text, T &value, T (*convert)(const char *, char **))
{
    const std::string copy(text);
    char *end = nullptr;
    errno = 0;
    const T number = convert(copy.c_str(), &end);
    if (end == copy.c_str() || *end != '\0'
        || copy.size() != std::char_traits<char>::length(copy.c_str())) {
        return makeError("attr-invalid", "expected a number");
    }
    if (errno == ERANGE) {
        return makeError("attr-invalid", "expected a number that a float can hold");
    }
    value = number;
    return {};
}

/// As a C++ stream writes it: 6 significant digits.
std::string printFloating(double value)
{
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%g", value);
    return buffer;
}

template <typename List>
std::string printTuple(const List &items)
{
    std::string text = "[";
    for (const auto &item : items) {
        text += text.size() > 1 ? "," : "";
        text += NnvmAttrText::print(item);
    }
    return text + "]";
}

} // namespace

Status NnvmAttrText::parse(std::string_view text, std::int64_t &value)
{
    Reader in(text);
    std::int64_t number = 0;
    if (!in.read(number) || !in.finish()) {
        return makeError("attr-invalid", "expected an integer");
    }
    value = number;
    return {};
}

Status NnvmAttrText::parse(std::string_view text, int &value)
{
    std::int64_t number = 0;
    RETURN_IF_FAILED(parse(text, number));
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
        return makeError("attr-invalid", "expected an integer of 32 bits");
    }
    value = static_cast<int>(number);
    return {};
}

Status NnvmAttrText::parse(std::string_view text, double &value)
{
    return parseFloating(text, value, &std::strtod);
}

Status NnvmAttrText::parse(std::string_view text, float &value)
{
    return parseFloating(text, value, &std::strtof);
}

Status NnvmAttrText::parse(std::string_view text, bool &value)
{
    const std::string lower = toLower(text);
    if (lower != "true" && lower != "false" && lower != "1" && lower != "0") {
        return makeError("attr-invalid", "expected True or False");
    }
    value = lower == "true" || lower == "1";
    return {};
}

Status NnvmAttrText::parse(std::string_view text, std::string &value)
{
    value = text;
    return {};
}

Status NnvmAttrText::parse(std::string_view text, IntTuple &value)
{
    return parseTuple(text, value, "expected a tuple of integers such as (1, 2)");
}

Status NnvmAttrText::parse(std::string_view text, IntTuples &value)
{
    return parseTuple(text, value, "expected a tuple of tuples such as ((1, 1), (0, 2))");
}

Status NnvmAttrText::parse(std::string_view text, NumberTuple &value)
{
    return parseTuple(text, value, "expected a tuple of numbers such as (0.5, 1)");
}

/// "None" or an integer, which may end in the L of a long.
Status NnvmAttrText::parse(std::string_view text, OptionalInteger &value)
{
    if (isNone(text)) {
        value.reset();
        return {};
    }
    Reader in(text);
    std::int64_t number = 0;
    const bool isNumber = in.read(number);
    if (in.peek() == 'L') {
        in.take();
    }
    if (!isNumber || !in.finish()) {
        return makeError("attr-invalid", "expected an integer or None");
    }
    value = number;
    return {};
}

Status NnvmAttrText::parse(std::string_view text, OptionalNumber &value)
{
    if (isNone(text)) {
        value.reset();
        return {};
    }
    return parse(text, value.emplace()) ? Status()
                                        : makeError("attr-invalid", "expected a number or None");
}

Status NnvmAttrText::parse(std::string_view text, OptionalTuple &value)
{
    if (isNone(text)) {
        value.reset();
        return {};
    }
    return parse(text, value.emplace());
}

Status NnvmAttrText::parse(std::string_view text, OptionalItems &value)
{
    return parseTuple(text, value, "expected a tuple of integers and None such as (1, None)");
}

Status MXNetAttrText::parse(std::string_view text, IntTuple &value)
{
    if (isNone(text)) {
        value.clear();
        return {};
    }
    return NnvmAttrText::parse(text, value);
}

Status MXNetAttrText::parse(std::string_view text, DType &value)
{
    const std::optional<DType> type = dtypeFromName(text);
    if (!type) {
        return makeError("attr-invalid", "expected an element type such as float32 or int8");
    }
    value = *type;
    return {};
}

Status NnvmAttrText::parse(std::string_view text, DType &value)
{
    const std::optional<DType> type = dtypeFromName(text);
    if (!type || *type == DType::Bool) {
        return makeError("attr-invalid", "expected an element type such as float32 or int8");
    }
    value = *type;
    return {};
}

std::string NnvmAttrText::print(std::int64_t value)
{
    return std::to_string(value);
}

std::string NnvmAttrText::print(int value)
{
    return std::to_string(value);
}

std::string NnvmAttrText::print(double value)
{
    return printFloating(value);
}

std::string NnvmAttrText::print(float value)
{
    return printFloating(value);
}

std::string NnvmAttrText::print(bool value)
{
    return value ? "1" : "0";
}

std::string NnvmAttrText::print(const std::string &value)
{
    return value;
}

std::string NnvmAttrText::print(const IntTuple &value)
{
    return printTuple(value);
}

std::string NnvmAttrText::print(const IntTuples &value)
{
    return printTuple(value);
}

std::string NnvmAttrText::print(const NumberTuple &value)
{
    return printTuple(value);
}

std::string NnvmAttrText::print(const OptionalInteger &value)
{
    return value ? std::to_string(*value) : "None";
}

std::string NnvmAttrText::print(const OptionalNumber &value)
{
    return value ? print(*value) : std::string(noneText);
}

std::string NnvmAttrText::print(const OptionalTuple &value)
{
    return value ? print(*value) : std::string(noneText);
}

std::string NnvmAttrText::print(const OptionalItems &value)
{
    return printTuple(value);
}

std::string NnvmAttrText::print(DType value)
{
    return std::string(dtypeName(value));
}

std::optional<IntTuple> leadingTuple(std::string_view text)
{
    Reader in(text);
    IntTuple items;
    return readTuple(in, items) ? std::optional(items) : std::nullopt;
}

std::optional<std::int64_t> leadingInteger(std::string_view text)
{
    Reader in(text);
    std::int64_t number = 0;
    return in.read(number) ? std::optional(number) : std::nullopt;
}

} // namespace nervure
