// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_registry.h"

#include <cassert>

namespace nervure {

void OpRegistry::add(OpSpec spec)
{
    m_specs.push_back(std::move(spec));
    const OpSpec &added = m_specs.back();
    [[maybe_unused]] bool isNew =
        m_byKey.emplace(std::pair(added.dialect, added.name), &added).second;
    for (const std::string &alias : added.aliases) {
        isNew = m_byKey.emplace(std::pair(added.dialect, alias), &added).second && isNew;
    }
    assert(isNew && "operator names and aliases are unique within a dialect");
}

const OpSpec *OpRegistry::find(Dialect dialect, std::string_view name) const
{
    const auto it = m_byKey.find(std::pair(dialect, std::string(name)));
    return it == m_byKey.end() ? nullptr : it->second;
}

std::vector<std::string> OpRegistry::names(Dialect dialect) const
{
    std::vector<std::string> result;
    for (const auto &[key, spec] : m_byKey) {
        if (key.first == dialect) {
            result.push_back(key.second);
        }
    }
    return result;
}

} // namespace nervure
