// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/wts.h"

#include "core/support/json/json_spans.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace nervure {

namespace {

/// Longest name of an array, in bytes.
constexpr std::size_t longestName = 511;

constexpr std::string_view blanks = " \t\n\v\f\r";

/// Reads as LightNet does with scanf: a number ends where it can go on no more.
class WtsScanner {
public:
    explicit WtsScanner(std::string_view text) : m_text(text) {}

    std::string_view word()
    {
        skipBlanks();
        const std::size_t end = std::min(m_text.find_first_of(blanks, m_at), m_text.size());
        return take(end);
    }
    std::optional<std::int64_t> integer()
    {
        skipBlanks();
        const std::size_t digits = m_at + (isSign(m_at) ? 1 : 0);
        std::size_t end = digits;
        while (end < m_text.size() && m_text[end] >= '0' && m_text[end] <= '9') {
            ++end;
        }
        if (end == digits) {
            return std::nullopt;
        }
        const std::size_t plus = m_text[m_at] == '+' ? 1 : 0;
        // Numbers beyond 64 bits fit nothing either.
        return parseInteger(take(end).substr(plus))
            .value_or(std::numeric_limits<std::int64_t>::max());
    }
    /// With or without 0x; of too many digits the last count.
    std::optional<std::uint64_t> hexadecimal()
    {
        skipBlanks();
        const bool isNegative = m_at < m_text.size() && m_text[m_at] == '-';
        std::size_t end = m_at + (isSign(m_at) ? 1 : 0);
        const std::string_view prefix = m_text.substr(std::min(end, m_text.size()), 2);
        std::size_t digits = end + (prefix == "0x" || prefix == "0X" ? 2 : 0);
        if (digitAt(digits) < 0) {
            digits = end;
        }
        std::uint64_t value = 0;
        for (end = digits; digitAt(end) >= 0; ++end) {
            value = value << 4U | static_cast<std::uint64_t>(digitAt(end));
        }
        if (end == digits) {
            return std::nullopt;
        }
        m_at = end;
        return isNegative ? 0 - value : value;
    }
    /// What is left of the line.
    std::string_view line() { return take(std::min(m_text.find('\n', m_at), m_text.size())); }
    void skipLine() { m_at = std::min(m_text.find('\n', m_at), m_text.size()); }
    void skipBlanks() { m_at = std::min(m_text.find_first_not_of(blanks, m_at), m_text.size()); }
    [[nodiscard]] std::size_t at() const { return m_at; }
    /// Bytes that are left.
    [[nodiscard]] std::size_t rest() const { return m_text.size() - m_at; }
    /// What stands here, for messages.
    [[nodiscard]] std::string found() const
    {
        const std::size_t end = std::min(m_text.find_first_of(blanks, m_at), m_text.size());
        return m_at == m_text.size() ? "the file ends" : quoted(m_text.substr(m_at, end - m_at));
    }

private:
    std::string_view take(std::size_t end)
    {
        const std::string_view taken = m_text.substr(m_at, end - m_at);
        m_at = end;
        return taken;
    }
    [[nodiscard]] bool isSign(std::size_t at) const
    {
        return at < m_text.size() && (m_text[at] == '-' || m_text[at] == '+');
    }
    [[nodiscard]] int digitAt(std::size_t at) const
    {
        constexpr std::string_view digits = "0123456789abcdef";
        const char c = at < m_text.size() ? m_text[at] : ' ';
        const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
        const std::size_t value = digits.find(lower);
        return value == std::string_view::npos ? -1 : static_cast<int>(value);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

class WtsReader {
public:
    WtsReader(std::string_view text, const std::string &fileName, const WtsTensors &known,
              Diagnostics &diagnostics)
        : m_scanner(text),
          m_lines(text),
          m_fileName(fileName),
          m_known(known),
          m_diagnostics(diagnostics)
    {}

    Result<TensorMap> run()
    {
        ASSIGN_OR_RETURN(const std::int64_t count, readCount());
        for (std::int64_t i = 0; i < count; ++i) {
            RETURN_IF_FAILED(readArray());
        }
        return std::move(m_tensors);
    }

    /// Where they are, no matter which are known.
    Result<std::vector<WtsArray>> find()
    {
        std::vector<WtsArray> arrays;
        ASSIGN_OR_RETURN(const std::int64_t count, readCount());
        for (std::int64_t i = 0; i < count; ++i) {
            ASSIGN_OR_RETURN(const std::string name, readName());
            Header header;
            RETURN_IF_FAILED(readHeader(name, header));
            RETURN_IF_FAILED(checkType(name, header));
            const DType type = header.type == 0 ? DType::Float32 : DType::Int8;
            arrays.push_back({name, type, header.length, elementsOf(header.length)});
        }
        return arrays;
    }

private:
    /// Where they stand: in the rest of the line or, where there are none, in so many words.
    std::string_view elementsOf(std::int64_t length)
    {
        const std::string_view line = m_scanner.line();
        if (length <= 0 || !trim(line).empty()) {
            return line;
        }
        std::string_view elements = m_scanner.word();
        for (std::int64_t i = 1; i < length && m_scanner.rest() > 0; ++i) {
            const std::string_view last = m_scanner.word();
            elements = {elements.data(),
                        static_cast<std::size_t>(last.data() + last.size() - elements.data())};
        }
        return elements;
    }

    Result<std::int64_t> readCount()
    {
        const auto count = m_scanner.integer();
        if (!count || *count < 0) {
            return fault(
                "wts-count",
                count ? fmt::format(
                    "the file is said to have {} arrays, expected no negative number", *count)
                      : m_scanner.found() + ", expected a number of arrays");
        }
        return *count;
    }

    Diagnostic located(Diagnostic diagnostic, std::size_t at) const
    {
        const TextPosition position = m_lines.position(at);
        diagnostic.where.file = m_fileName;
        diagnostic.where.line = position.line;
        diagnostic.where.column = position.column;
        return diagnostic;
    }
    Diagnostic fault(std::string code, std::string message) const
    {
        return located(makeError(std::move(code), std::move(message)), m_scanner.at());
    }

    Result<std::string> readName()
    {
        std::string name(m_scanner.word());
        if (name.empty() || name.size() > longestName) {
            return fault("wts-name",
                         name.empty()
                             ? "the file ends, expected the name of an array"
                             : fmt::format("the name {} has {} bytes, expected at most 511",
                                           quoted(name), name.size()));
        }
        return name;
    }

    Status readArray()
    {
        m_scanner.skipBlanks();
        const std::size_t begin = m_scanner.at();
        ASSIGN_OR_RETURN(const std::string name, readName());
        Header header;
        RETURN_IF_FAILED(readHeader(name, header));
        const auto known = m_known.find(name);
        if (known == m_known.end()) {
            m_diagnostics.push_back(located(
                makeWarning("wts-unused", "the model has no tensor {}", quoted(name)), begin));
            m_scanner.skipLine();
            return {};
        }
        Status status = checkHeader(name, header, known->second);
        return status ? readElements(name, known->second) : status;
    }

    /// What stands behind a name, and where.
    struct Header {
        std::int64_t type = 0;
        std::int64_t length = 0;
        std::size_t typeAt = 0;
        std::size_t lengthAt = 0;
    };

    Status readHeader(const std::string &name, Header &header)
    {
        const auto read = [&](const char *what, std::int64_t &value, std::size_t &at) -> Status {
            m_scanner.skipBlanks();
            at = m_scanner.at();
            const auto number = m_scanner.integer();
            if (!number) {
                return fault("wts-array", "array " + quoted(name) + ": " + m_scanner.found()
                                              + ", expected its " + what);
            }
            value = *number;
            return {};
        };
        Status status = read("type", header.type, header.typeAt);
        return status ? read("length", header.length, header.lengthAt) : status;
    }

    [[nodiscard]] Status checkType(const std::string &name, const Header &header) const
    {
        if (header.type != 0 && header.type != 2) {
            return located(makeError("wts-type",
                                     "array {}: its type is {}, expected 0 (float) or 2 (int8)",
                                     quoted(name), header.type),
                           header.typeAt);
        }
        return {};
    }

    [[nodiscard]] Status checkHeader(const std::string &name, const Header &header,
                                     const WtsTensor &tensor) const
    {
        RETURN_IF_FAILED(checkType(name, header));
        const std::string what = "array " + quoted(name) + ": its ";
        if (tensor.type != (header.type == 0 ? DType::Float32 : DType::Int8)) {
            return located(makeError("wts-type", "{}type is {}, but the tensor is {}", what,
                                     header.type, dtypeName(tensor.type)),
                           header.typeAt);
        }
        if (header.length != elementCount(tensor.shape)) {
            return located(makeError("wts-length",
                                     "{}length is {}, expected the elements of shape {}", what,
                                     header.length, shapeText(tensor.shape)),
                           header.lengthAt);
        }
        return {};
    }

    Status readElements(const std::string &name, const WtsTensor &known)
    {
        const auto count = static_cast<std::size_t>(elementCount(known.shape).value_or(0));
        if (count > m_scanner.rest()) {
            return fault("wts-element", fmt::format("array {}: the file ends before {} elements, "
                                                    "expected as many as its length says",
                                                    quoted(name), count));
        }
        Result<Tensor> tensor = Tensor::zeros(known.type, known.shape);
        RETURN_IF_FAILED(tensor);
        const std::size_t bytes = dtypeBytes(known.type);
        for (std::size_t i = 0; i < count; ++i) {
            const auto word = m_scanner.hexadecimal();
            if (!word) {
                return fault(
                    "wts-element",
                    fmt::format("array {}: {} at element {}, expected a hexadecimal number",
                                quoted(name), m_scanner.found(), i));
            }
            // The low bytes: little-endian, as the machine is.
            std::memcpy(tensor->data() + i * bytes, &*word, bytes);
        }
        m_tensors.insert_or_assign(name, std::move(tensor).value());
        return {};
    }

    WtsScanner m_scanner;
    LineStarts m_lines;
    const std::string &m_fileName;
    const WtsTensors &m_known;
    Diagnostics &m_diagnostics;
    TensorMap m_tensors;
};

} // namespace

Result<TensorMap> readWts(std::string_view text, const std::string &fileName,
                          const WtsTensors &known, Diagnostics &diagnostics)
try {
    return WtsReader(text, fileName, known, diagnostics).run();
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the weights do not fit into memory");
}

Result<std::vector<WtsArray>> findWts(std::string_view text, const std::string &fileName)
{
    const WtsTensors none;
    Diagnostics unused;
    return WtsReader(text, fileName, none, unused).find();
}

Result<std::string> wtsElements(const WtsArray &array, const std::function<bool()> &goesOn)
{
    constexpr std::int64_t asked = 1 << 16;
    const std::size_t bytes = dtypeBytes(array.type);
    WtsScanner words(array.elements);
    std::string elements;
    for (std::int64_t i = 0; i < array.length; ++i) {
        const auto word = words.hexadecimal();
        if (!word) {
            return makeError("wts-element", "{} at element {}, expected a hexadecimal number",
                             words.found(), i);
        }
        elements.append(reinterpret_cast<const char *>(&*word), bytes);
        if (i % asked == 0 && !goesOn()) {
            return makeError("cancelled", "reading was stopped");
        }
    }
    return elements;
}

bool hasWtsType(DType type)
{
    return type == DType::Float32 || type == DType::Int8;
}

std::string writeWts(const TensorMap &tensors)
{
    std::string text = fmt::format("{}\n", tensors.size());
    for (const auto &[name, tensor] : tensors) {
        const bool isFloats = tensor.type() == DType::Float32;
        text += name + (isFloats ? " 0 " : " 2 ") + std::to_string(tensor.count());
        const std::size_t bytes = dtypeBytes(tensor.type());
        for (std::size_t at = 0; at < tensor.byteSize(); at += bytes) {
            std::uint32_t word = 0;
            if (isFloats) {
                std::memcpy(&word, tensor.data() + at, bytes);
            } else {
                word = std::to_integer<std::uint8_t>(tensor.data()[at]);
            }
            std::array<char, 16> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), word, 16);
            text += ' ';
            text.append(digits.data(), end.ptr);
        }
        text += '\n';
    }
    return text;
}

} // namespace nervure
