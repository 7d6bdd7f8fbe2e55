// SPDX-License-Identifier: Apache-2.0
#include "core/formats/json_report.h"

#include "core/support/json/json_spans.h"

#include <fmt/format.h>

namespace nervure {

std::uint32_t ElementPlaces::of(const JsonValue &array, std::size_t position)
{
    if (m_array != array.index()) {
        m_array = array.index();
        m_elements.clear();
        for (const JsonValue item : array) {
            m_elements.push_back(item.index());
        }
    }
    return position < m_elements.size() ? m_elements[position] : array.index();
}

void JsonReport::add(Diagnostic diagnostic, const JsonValue &value, At at)
{
    add(std::move(diagnostic), value.index(), at);
}

void JsonReport::add(Diagnostic diagnostic, std::uint32_t valueIndex, At at)
{
    pend({std::move(diagnostic), valueIndex, at, 0});
}

void JsonReport::addAt(Diagnostic diagnostic, std::size_t offset)
{
    pend({std::move(diagnostic), std::nullopt, At::Value, offset});
}

void JsonReport::pend(Pending pending)
{
    pending.diagnostic.where.owners = m_owners;
    m_pending.push_back(std::move(pending));
}

bool JsonReport::refuse(std::string code, std::string message, const JsonValue &value)
{
    if (!m_refusal) {
        m_refusal =
            Pending{makeError(std::move(code), std::move(message)), value.index(), At::Value, 0};
        m_refusal->diagnostic.where.owners = m_owners;
    }
    return false;
}

void JsonReport::refusalIsAbout(const std::string &node)
{
    if (m_refusal && m_refusal->diagnostic.where.node.empty()) {
        m_refusal->diagnostic.where.node = node;
        m_refusal->diagnostic.where.owners = m_owners;
    }
}

bool JsonReport::expect(const JsonValue &value, JsonKind kind, std::string_view what)
{
    if (value.kind() == kind) {
        return true;
    }
    return refuse("json-type",
                  std::string(what) + " is " + std::string(jsonKindText(value.kind()))
                      + ", expected " + std::string(jsonKindText(kind)),
                  value);
}

bool JsonReport::expectFewMembers(const JsonValue &value, std::string_view what)
{
    constexpr std::size_t mostMembers = 4096;
    const std::size_t count = value.size();
    if (count <= mostMembers) {
        return true;
    }
    return refuse("json-members",
                  fmt::format("{} has {} members, expected at most {}", what, count, mostMembers),
                  value);
}

void JsonReport::locate(std::vector<Pending> &pending) const
{
    if (pending.empty()) {
        return;
    }
    const JsonSpans spans(m_text, m_comments);
    const LineStarts lines(m_text);
    for (Pending &item : pending) {
        std::size_t offset = item.offset;
        if (item.value && *item.value < spans.size()) {
            const JsonSpan &span = spans.of(*item.value);
            offset = item.at == At::Key ? span.itemBegin() : span.begin;
        }
        const TextPosition position = lines.position(offset);
        item.diagnostic.where.file = m_fileName;
        item.diagnostic.where.line = position.line;
        item.diagnostic.where.column = position.column;
    }
}

Diagnostic JsonReport::refusal() const
{
    std::vector<Pending> one{*m_refusal};
    locate(one);
    return one.front().diagnostic;
}

Diagnostics JsonReport::take()
{
    locate(m_pending);
    Diagnostics result;
    for (Pending &item : m_pending) {
        result.push_back(std::move(item.diagnostic));
    }
    m_pending.clear();
    return result;
}

} // namespace nervure
