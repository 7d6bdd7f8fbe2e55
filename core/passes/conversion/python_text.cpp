// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/python_text.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace nervure {

namespace {

/// What Python takes for blanks, of ASCII.
constexpr std::string_view pythonBlanks = " \t\n\r\v\f\x1c\x1d\x1e\x1f";

bool isPythonDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Without the underscores that may stand between two digits; nothing if one stands elsewhere.
std::optional<std::string> withoutUnderscores(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            plain += text[i];
            continue;
        }
        const bool isBetween = i > 0 && i + 1 < text.size() && isPythonDigit(text[i - 1])
                               && isPythonDigit(text[i + 1]);
        if (!isBetween) {
            return std::nullopt;
        }
    }
    return plain;
}

/// Decimal digits and the power of ten of the first one, to Python's layout.
std::string layoutDigits(std::string digits, int exponent)
{
    constexpr int firstScientific = 16; // repr() writes 1e+16, but 1000000000000000.0
    constexpr int lastFraction = -4;    // and 0.0001, but 1e-05
    const int count = static_cast<int>(digits.size());
    if (exponent < lastFraction || exponent >= firstScientific) {
        std::string text = digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "");
        const int size = std::abs(exponent);
        return text + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") + std::to_string(size);
    }
    if (exponent < 0) {
        return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    }
    if (count <= exponent + 1) {
        return digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0') + ".0";
    }
    return digits.insert(static_cast<std::size_t>(exponent) + 1, ".");
}

/// In the quotes that Python chooses. Of bytes what is not ASCII is escaped too.
std::string quotedInPython(std::string_view text, bool isBytes)
{
    const bool isDouble =
        text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
    const char quote = isDouble ? '"' : '\'';
    constexpr std::string_view hexDigits = "0123456789abcdef";
    constexpr std::string_view named = "\n\r\t";
    constexpr std::string_view names = "nrt";
    std::string shown(1, quote);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == quote || c == '\\') {
            shown += '\\';
            shown += c;
        } else if (const std::size_t at = named.find(c); at != std::string_view::npos) {
            shown += '\\';
            shown += names[at];
        } else if (byte < 0x20 || byte == 0x7f || (isBytes && byte > 0x7f)) {
            shown += "\\x";
            shown += hexDigits[byte >> 4];
            shown += hexDigits[byte & 15];
        } else {
            shown += c;
        }
    }
    return shown + quote;
}

} // namespace

std::string_view pythonStrip(std::string_view text)
{
    return pythonStrip(text, pythonBlanks);
}

std::string_view pythonStrip(std::string_view text, std::string_view characters)
{
    const std::size_t first = text.find_first_not_of(characters);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

Result<std::string> pythonInt(std::string_view text)
{
    const auto fault = [text] {
        return makeError("ValueError", "invalid literal for int() with base 10: {}",
                         pythonRepr(text));
    };
    std::string_view rest = pythonStrip(text);
    const bool isNegative = rest.starts_with('-');
    if (isNegative || rest.starts_with('+')) {
        rest.remove_prefix(1);
    }
    const auto plain = withoutUnderscores(rest);
    if (!plain || plain->empty() || !std::all_of(plain->begin(), plain->end(), isPythonDigit)) {
        return fault();
    }
    const std::size_t first = std::min(plain->find_first_not_of('0'), plain->size() - 1);
    const std::string digits = plain->substr(first);
    return (isNegative && digits != "0" ? "-" : "") + digits;
}

Result<std::string> pythonTruncated(double value)
{
    if (std::isnan(value)) {
        return makeError("ValueError", "cannot convert float NaN to integer");
    }
    if (std::isinf(value)) {
        return makeError("OverflowError", "cannot convert float infinity to integer");
    }
    const std::string digits = fmt::format("{:.0f}", std::trunc(value));
    return digits == "-0" ? "0" : digits;
}

Result<double> pythonFloat(std::string_view text)
{
    const auto fault = [text] {
        return makeError("ValueError", "could not convert string to float: {}", pythonRepr(text));
    };
    const auto plain = withoutUnderscores(pythonStrip(text));
    std::string_view rest = plain ? std::string_view(*plain) : std::string_view();
    if (rest.size() > 1 && rest.front() == '+' && rest[1] != '-') {
        rest.remove_prefix(1);
    }
    double value = 0;
    const char *const end = rest.data() + rest.size();
    const auto [stop, error] = std::from_chars(rest.data(), end, value);
    if (rest.empty() || stop != end || error == std::errc::invalid_argument || rest.back() == ')') {
        return fault();
    }
    if (error == std::errc::result_out_of_range) {
        const bool isTiny = toLower(rest).find("e-") != std::string::npos;
        value = isTiny ? 0.0 : std::numeric_limits<double>::infinity();
        return rest.front() == '-' ? -value : value;
    }
    return value;
}

std::string pythonRepr(double value)
{
    if (!std::isfinite(value) || value == 0) {
        return value == 0 ? (std::signbit(value) ? "-0.0" : "0.0") : formatNumber(value);
    }
    std::array<char, 40> buffer{};
    const char *const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                          std::abs(value), std::chars_format::scientific)
                                .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t mark = text.find('e');
    std::string digits(text.substr(0, 1));
    if (mark > 2) {
        digits += text.substr(2, mark - 2);
    }
    const auto exponent = static_cast<int>(parseInteger(text.substr(mark + 1)).value_or(0));
    return (value < 0 ? "-" : "") + layoutDigits(std::move(digits), exponent);
}

std::string pythonRepr(std::string_view text)
{
    return quotedInPython(text, false);
}

std::string pythonBytes(std::string_view text)
{
    return 'b' + quotedInPython(text, true);
}

std::string pythonBool(bool value)
{
    return value ? "True" : "False";
}

std::string pythonList(const std::vector<std::string> &items)
{
    return "[" + join(items, ", ") + "]";
}

std::string pythonTuple(const std::vector<std::string> &items)
{
    return "(" + join(items, ", ") + (items.size() == 1 ? ",)" : ")");
}

} // namespace nervure
