// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/net_translator.h"

#include "core/formats/lightnet/net/c_characters.h"
#include "core/formats/lightnet/net/c_preprocessor.h"
#include "core/formats/lightnet/net/perl_expression.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_map>

namespace nervure {

namespace {

Diagnostic located(std::string code, std::string message, const TextPosition &place)
{
    Diagnostic error = makeError(std::move(code), std::move(message));
    error.where.line = place.line;
    error.where.column = place.column;
    return error;
}

/// Puts values in the place of `${eval …}`, the inner ones first. None goes on over a line's end.
class Evaluation {
public:
    Evaluation(const PlacedText &source, Semantics semantics)
        : m_source(source),
          m_semantics(semantics)
    {}

    Result<PlacedText> run()
    {
        for (std::size_t at = 0; at < m_source.text.size(); ++at) {
            const char c = m_source.text[at];
            if (c == '\n') {
                m_open.clear();
            }
            const bool closes = c == '}' && !m_open.empty();
            if (!closes) {
                m_out.text += c;
                m_out.places.push_back(m_source.places[at]);
                noteOpening();
            } else
                RETURN_IF_FAILED(evaluate());
        }
        return std::move(m_out);
    }

private:
    /// Whether what was written last begins an expression.
    void noteOpening()
    {
        constexpr std::string_view opening = "${eval";
        const char last = m_out.text.back();
        if (last != ' ' && last != '\t') {
            return;
        }
        const std::string_view before(m_out.text.data(), m_out.text.size() - 1);
        if (before.ends_with(opening)) {
            m_open.push_back(before.size() - opening.size());
        }
    }

    /// Replaces the innermost expression, which ends here.
    Status evaluate()
    {
        const std::size_t begin = m_open.back();
        m_open.pop_back();
        const TextPosition place = m_out.places[begin];
        const std::string expression(trim(std::string_view(m_out.text).substr(begin + 6)));
        const auto value = perlValue(expression);
        if (!value) {
            return located("net-eval",
                           "expression " + quoted(expression)
                               + " has no value: " + value.error().message,
                           place);
        }
        if (*value == 0 && m_semantics == Semantics::Exact) {
            return located("net-eval",
                           "expression " + quoted(expression)
                               + " is 0, which the translator of"
                                 " LightNet takes for a failure",
                           place);
        }
        m_out.text.resize(begin);
        m_out.text += perlNumberText(*value);
        m_out.places.resize(begin);
        m_out.places.resize(m_out.text.size(), place);
        return {};
    }

    const PlacedText &m_source;
    Semantics m_semantics;
    PlacedText m_out;
    std::vector<std::size_t> m_open; ///< where expressions of this line begin
};

class NetTranslator {
public:
    NetTranslator(const PlacedText &source, Semantics semantics)
        : m_text(source.text),
          m_places(source.places),
          m_semantics(semantics)
    {}

    Result<TranslatedNet> run()
    {
        write("{\"ops\":[", {});
        bool isFirst = true;
        while (true) {
            skipBlanks();
            if (accept(';')) {
                continue;
            }
            if (m_at >= m_text.size()) {
                break;
            }
            write(isFirst ? "" : ",", here());
            isFirst = false;
            if (!statement()) {
                return *m_fault;
            }
        }
        write("]}", {});
        return std::move(m_out);
    }

private:
    /// Ends the line, which is about that place.
    void write(const std::string &json, const TextPosition &place)
    {
        m_out.json += json + '\n';
        m_out.places.push_back(place);
    }
    [[nodiscard]] TextPosition here() const
    {
        return m_at < m_places.size() ? m_places[m_at]
               : m_places.empty()     ? TextPosition()
                                      : m_places.back();
    }
    void skipBlanks()
    {
        m_at = std::min(m_text.find_first_not_of(" \t\r\n\v\f", m_at), m_text.size());
    }
    bool accept(char c)
    {
        skipBlanks();
        const bool isThere = m_at < m_text.size() && m_text[m_at] == c;
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    [[nodiscard]] char next() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool fail(const std::string &expected)
    {
        if (!m_fault) {
            const std::size_t end = std::min({m_text.find('\n', m_at), m_at + 40, m_text.size()});
            const std::string found = m_at < m_text.size()
                                          ? "found " + quoted(m_text.substr(m_at, end - m_at))
                                          : "the text ends";
            m_fault = located("net-syntax", found + ", expected " + expected, here());
        }
        return false;
    }
    bool expect(char c) { return accept(c) || fail("'" + std::string(1, c) + "'"); }

    std::string_view name()
    {
        skipBlanks();
        std::size_t end = m_at;
        while (end < m_text.size()
               && (isLetter(m_text[end]) || (end > m_at && isDigit(m_text[end])))) {
            ++end;
        }
        const std::string_view found = m_text.substr(m_at, end - m_at);
        m_at = end;
        return found;
    }

    bool statement()
    {
        const TextPosition place = here();
        const std::string op(name());
        if (op.empty()) {
            return fail("an operator's name");
        }
        const std::string number = std::to_string(m_numbers[op]++);
        write("{\"name\":" + jsonQuoted(op + number) + ",\"optype\":" + jsonQuoted(op)
                  + ",\"tensors_in\":[",
              place);
        const bool isRead = expect('(') && arguments('|', "\"name\"") && between("tensors_out")
                            && arguments('|', "\"name\"") && between("params")
                            && arguments(')', "\"value\"");
        write("]}", place);
        skipBlanks();
        return isRead && (m_at >= m_text.size() || expect(';'));
    }

    bool between(const char *list)
    {
        write("]," + jsonQuoted(list) + ":[", here());
        return true;
    }

    /// NAME=VALUE with commas between, up to and with `end`; a last comma may be there.
    bool arguments(char end, const char *key)
    {
        for (bool isFirst = true; !accept(end); isFirst = false) {
            const TextPosition place = here();
            const std::string role(name());
            std::string value;
            if (role.empty()) {
                return fail("a name or " + quoted(std::string(1, end)));
            }
            if (!expect('=')
                || !(key == std::string_view("\"name\"") ? tensor(value) : any(value))) {
                return false;
            }
            write((isFirst ? "" : ",") + ("{\"arg_name\":" + jsonQuoted(role)) + "," + key + ":"
                      + value + "}",
                  place);
            if (!accept(',')) {
                return expect(end);
            }
        }
        return true;
    }

    bool tensor(std::string &json)
    {
        const std::string_view tensor = name();
        json = jsonQuoted(tensor);
        return !tensor.empty() || fail("the name of a tensor");
    }

    bool any(std::string &json)
    {
        if (!accept('[')) {
            return scalar(json, true);
        }
        json = "[";
        do {
            std::string element;
            if (!scalar(element, false)) {
                return false;
            }
            json += (json.size() > 1 ? "," : "") + element;
            if (!accept(',')) {
                break;
            }
            skipBlanks();
        } while (next() != ']');
        json += ']';
        return expect(']');
    }

    /// A number, true, false, null or a string; where `namesToo`, a name stands for a string.
    bool scalar(std::string &json, bool namesToo)
    {
        skipBlanks();
        const std::size_t begin = m_at;
        if (next() == '"') {
            return string(json);
        }
        if (isLetter(next())) {
            const std::string_view word = name();
            const bool isWord = word == "true" || word == "false" || word == "null";
            json = isWord ? std::string(word) : jsonQuoted(word);
            m_at = isWord || namesToo ? m_at : begin;
            return isWord || namesToo || fail("a number, true, false, null or a string");
        }
        return number(json);
    }

    bool number(std::string &json)
    {
        std::size_t end = m_at + (next() == '-' || next() == '+' ? 1 : 0);
        const auto at = [this](std::size_t i) { return i < m_text.size() ? m_text[i] : '\0'; };
        while (isDigit(at(end)) || at(end) == '.') {
            ++end;
        }
        const std::size_t digits = end + (at(end + 1) == '-' || at(end + 1) == '+' ? 2 : 1);
        if ((at(end) == 'e' || at(end) == 'E') && isDigit(at(digits))) {
            end = digits;
            while (isDigit(at(end))) {
                ++end;
            }
        }
        const std::string_view written = m_text.substr(m_at, end - m_at);
        const std::string_view unsignedText = written.substr(written.starts_with('+') ? 1 : 0);
        const auto value = isLetter(at(end)) ? std::nullopt : parseNumber(unsignedText);
        if (!value) {
            return fail("a number, true, false, null, a string, a name or '['");
        }
        const auto integer = parseInteger(unsignedText);
        json = integer ? std::to_string(*integer) : perlNumberText(*value);
        m_at = end;
        return true;
    }
    /// Backslashes stay what they are, but keep a quote from ending the string.
    bool string(std::string &json)
    {
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != '"' && m_text[end] != '\n') {
            end += m_text[end] == '\\' ? 2 : 1;
        }
        if (end >= m_text.size() || m_text[end] != '"') {
            return fail("a string that ends in its line");
        }
        const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
        if (m_semantics == Semantics::Exact
            && inside.find_first_of(",;=") != std::string_view::npos) {
            return fail("a string without commas, semicolons and equals signs, on which the "
                        "translator of LightNet breaks");
        }
        json = jsonQuoted(inside);
        m_at = end + 1;
        return true;
    }

    std::string_view m_text;
    const std::vector<TextPosition> &m_places;
    Semantics m_semantics;
    std::size_t m_at = 0;
    std::unordered_map<std::string, std::uint32_t> m_numbers; ///< by operator: how many there were
    TranslatedNet m_out;
    std::optional<Diagnostic> m_fault;
};

} // namespace

Result<TranslatedNet> translateNet(std::string_view text, Semantics semantics)
{
    ASSIGN_OR_RETURN(const auto preprocessed, preprocessC(text));
    const auto evaluated = Evaluation(preprocessed, semantics).run();
    return evaluated ? NetTranslator(*evaluated, semantics).run()
                     : Result<TranslatedNet>(evaluated.error());
}

} // namespace nervure
