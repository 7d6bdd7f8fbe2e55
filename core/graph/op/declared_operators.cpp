// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/declared_operators.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace nervure {

void DeclaredOperators::set(std::vector<OpSpec> specs, std::vector<OperatorFile> files)
{
    const std::unique_lock lock(m_mutex);
    m_current.clear();
    m_files = std::move(files);
    for (OpSpec &spec : specs) {
        m_specs.push_back(std::move(spec));
        m_current.push_back(&m_specs.back());
    }
    m_isEmpty = m_current.empty();
}

std::vector<const OpSpec *> DeclaredOperators::all() const
{
    const std::shared_lock lock(m_mutex);
    return m_current;
}

std::vector<OperatorFile> DeclaredOperators::files() const
{
    const std::shared_lock lock(m_mutex);
    return m_files;
}

const OpSpec *DeclaredOperators::find(Dialect dialect, std::string_view name) const
{
    if (m_isEmpty) {
        return nullptr;
    }
    const std::shared_lock lock(m_mutex);
    const auto it = std::find_if(m_current.begin(), m_current.end(), [&](const OpSpec *spec) {
        return spec->dialect == dialect && spec->name == name;
    });
    return it == m_current.end() ? nullptr : *it;
}

} // namespace nervure
