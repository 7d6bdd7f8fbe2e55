// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/text.h"

#include <cassert>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

/// An ordered set of named specs (passes, formats, panels). `Spec` has a member `name`.
/// Addresses of specs stay valid while the registry lives.
template <typename Spec>
class Registry {
public:
    /// A second spec of the same name is a mistake of ours.
    void add(Spec spec)
    {
        [[maybe_unused]] const bool isNew = m_byName.emplace(spec.name, m_specs.size()).second;
        assert(isNew && "two specs of the same name");
        m_specs.push_back(std::move(spec));
    }

    [[nodiscard]] const Spec *find(std::string_view name) const
    {
        const auto it = m_byName.find(std::string(name));
        return it == m_byName.end() ? nullptr : &m_specs[it->second];
    }

    [[nodiscard]] const std::deque<Spec> &all() const { return m_specs; }

    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> result;
        for (const Spec &spec : m_specs) {
            result.push_back(spec.name);
        }
        return result;
    }

private:
    std::deque<Spec> m_specs;
    std::unordered_map<std::string, std::size_t> m_byName;
};

} // namespace nervure
