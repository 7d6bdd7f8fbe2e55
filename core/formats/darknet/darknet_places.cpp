// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_places.h"

#include "core/support/text.h"

namespace nervure {

DarknetPlaces::DarknetPlaces(std::string_view text)
{
    if (auto sections = readCfg(text)) {
        m_sections = std::move(*sections);
    }
}

std::optional<TextPosition> DarknetPlaces::find(const Location &where) const
{
    const std::string &name = where.outermostNode();
    const auto number = parseInteger(std::string_view(name).substr(name.rfind('_') + 1));
    const auto section = static_cast<std::size_t>(name == "data" ? 0 : number.value_or(-2) + 1);
    if (section >= m_sections.size()) {
        return std::nullopt;
    }
    const CfgKey *key = m_sections[section].find(where.attribute);
    return key ? key->place : m_sections[section].place;
}

} // namespace nervure
