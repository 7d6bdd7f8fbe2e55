// SPDX-License-Identifier: Apache-2.0
#include "core/formats/json_report.h"

#include "core/graph/check/finding_list.h"
#include "core/support/json/json_spans.h"

#include <fmt/format.h>
#include <utility>

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
    pend({std::move(diagnostic), {{NodeId(), valueIndex}}, at});
}

void JsonReport::addAt(Diagnostic diagnostic, std::size_t offset)
{
    pend({std::move(diagnostic), {{NodeId(), std::nullopt, offset}}});
}

void JsonReport::addAll(Diagnostic diagnostic, std::vector<Spot> spots)
{
    pend({std::move(diagnostic), std::move(spots)});
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
            Pending{makeError(std::move(code), std::move(message)), {{NodeId(), value.index()}}};
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
    std::optional<JsonSpans> spans; // not for what knows its offset
    const LineStarts lines(m_text);
    const auto positionOf = [&](const Spot &spot, At at) {
        std::size_t offset = spot.offset;
        if (spot.value) {
            if (!spans) {
                spans.emplace(m_text, m_comments);
            }
            if (*spot.value < spans->size()) {
                const JsonSpan &span = spans->of(*spot.value);
                offset = at == At::Key ? span.itemBegin() : span.begin;
            }
        }
        return lines.position(offset);
    };
    for (Pending &item : pending) {
        std::vector<FindingPlace> places;
        for (const Spot &spot : item.spots) {
            const TextPosition position = positionOf(spot, item.at);
            places.push_back({spot.node, position.line, position.column});
        }
        Diagnostic &diagnostic = item.diagnostic;
        diagnostic.where.file = m_fileName;
        diagnostic.where.line = places.front().line;
        diagnostic.where.column = places.front().column;
        if (places.front().node.isValid()) {
            setPlaces(diagnostic, std::move(places));
        }
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
