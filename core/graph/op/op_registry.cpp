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
    addName(byName, added.name, added);
    for (const std::string &alias : added.aliases) {
        addName(byName, alias, added);
    }
}

void OpRegistry::addName(ByName &byName, const std::string &name, const OpSpec &spec)
{
    Versions &versions = byName[name];
    versions.push_back(&spec);
    std::sort(versions.begin(), versions.end(), [](const OpSpec *a, const OpSpec *b) {
        assert((a == b || a->sinceVersion != b->sinceVersion)
               && "names and aliases are unique within a dialect and version");
        return a->sinceVersion > b->sinceVersion;
    });
}

void OpRegistry::setRewrites(Dialect dialect, const RulesOf &rulesOf)
{
    for (OpSpec &spec : m_specs) {
        if (spec.dialect == dialect) {
            spec.rewrites = rulesOf(spec);
        }
    }
}

std::vector<const OpSpec *> OpRegistry::withDeclared() const
{
    std::vector<const OpSpec *> specs;
    for (const OpSpec &spec : m_specs) {
        specs.push_back(&spec);
    }
    const auto more = declared().all();
    specs.insert(specs.end(), more.begin(), more.end());
    return specs;
}

const OpSpec *OpRegistry::find(Dialect dialect, std::string_view name, std::uint16_t opset) const
{
    const OpSpec *builtIn = findBuiltIn(dialect, name, opset);
    return builtIn || name == variableOp ? builtIn : declared().find(dialect, name);
}

const OpSpec *OpRegistry::findBuiltIn(Dialect dialect, std::string_view name,
                                      std::uint16_t opset) const
{
    const auto byName = m_byName.find(dialect);
    if (byName == m_byName.end()) {
        return nullptr;
    }
    const auto it = byName->second.find(name);
    if (it == byName->second.end()) {
        return nullptr;
    }
    const Versions &versions = it->second;
    const auto fits = std::find_if(versions.begin(), versions.end(), [&](const OpSpec *spec) {
        return opset == 0 || spec->sinceVersion <= opset;
    });
    return fits == versions.end() ? nullptr : *fits;
}

std::vector<std::string> OpRegistry::names(Dialect dialect) const
{
    std::vector<std::string> result;
    if (const auto byName = m_byName.find(dialect); byName != m_byName.end()) {
        for (const auto &[name, versions] : byName->second) {
            result.push_back(name);
        }
    }
    for (const OpSpec *spec : declared().all()) {
        if (spec->dialect == dialect) {
            result.push_back(spec->name);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace nervure
