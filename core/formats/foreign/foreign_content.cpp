// SPDX-License-Identifier: Apache-2.0
#include "core/formats/foreign/foreign_content.h"

#include "core/formats/zip_archive.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// How much of a text is looked at to see what it is.
constexpr std::size_t foreignFrontBytes = 64 * 1024;

} // namespace

ForeignContent::ForeignContent(std::string_view bytes, MessageEnd end)
    : m_bytes(bytes),
      m_front(trim(bytes.substr(0, foreignFrontBytes))),
      m_end(end)
{
    if (m_front.starts_with("\xef\xbb\xbf")) {
        m_front.remove_prefix(3);
    }
}

bool ForeignContent::hasAt(std::size_t offset, std::string_view mark) const
{
    return m_bytes.size() >= offset && m_bytes.substr(offset).starts_with(mark);
}

bool ForeignContent::hasMember(std::string_view ending) const
{
    // Names stand in front of members, and once more in the directory at the end.
    return isZip(m_bytes) && m_bytes.find(ending) != std::string_view::npos;
}

std::string_view ForeignContent::firstLine() const
{
    std::string_view rest = m_front;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trim(rest.substr(0, end));
        if (!line.empty() && line.front() != '#' && line.front() != ';') {
            return line;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

const JsonTree *ForeignContent::json() const
{
    if (!m_isParsed) {
        m_isParsed = true;
        if (!isCut() && (m_front.starts_with('{') || m_front.starts_with('['))) {
            if (Result<JsonTree> tree = JsonTree::parse(m_bytes)) {
                m_json.emplace(std::move(*tree));
            }
        }
    }
    return m_json ? &*m_json : nullptr;
}

std::optional<JsonValue> ForeignContent::member(std::string_view name) const
{
    const JsonTree *tree = json();
    return tree && tree->root().isObject() ? tree->root().find(name) : std::nullopt;
}

const std::vector<WireField> &ForeignContent::fields() const
{
    if (!m_fields) {
        m_fields = firstFields(m_bytes, m_end).value_or(std::vector<WireField>());
    }
    return *m_fields;
}

} // namespace nervure
