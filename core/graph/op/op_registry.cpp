// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_registry.h"

#include <algorithm>
#include <cassert>

namespace nervure {

void OpRegistry::add(OpSpec spec)
{
    m_specs.push_back(std::move(spec));
    const OpSpec &added = m_specs.back();
    ByName &byName = m_byName[added.dialect];
    [[maybe_unused]] bool isNew = byName.emplace(added.name, &added).second;
    for (const std::string &alias : added.aliases) {
        isNew = byName.emplace(alias, &added).second && isNew;
    }
    assert(isNew && "operator names and aliases are unique within a dialect");
}

const OpSpec *OpRegistry::find(Dialect dialect, std::string_view name) const
{
    const auto byName = m_byName.find(dialect);
    if (byName == m_byName.end()) {
        return nullptr;
    }
    const auto it = byName->second.find(name);
    return it == byName->second.end() ? nullptr : it->second;
}

std::vector<std::string> OpRegistry::names(Dialect dialect) const
{
    std::vector<std::string> result;
    if (const auto byName = m_byName.find(dialect); byName != m_byName.end()) {
        for (const auto &[name, spec] : byName->second) {
            result.push_back(name);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace nervure
