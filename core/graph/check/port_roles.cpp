// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/port_roles.h"

#include "core/support/text.h"

#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

std::string roleFault(const std::vector<Port> &ports, const std::vector<std::string> &roles,
                      std::string_view kind)
{
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const Port &port : ports) {
        ++counts[port.role];
    }
    for (const std::string &role : roles) {
        if (const std::size_t count = counts[role]; count != 1) {
            return fmt::format("has {} {}s {}, expected 1", count, kind, quoted(role));
        }
    }
    const std::unordered_set<std::string_view> known(roles.begin(), roles.end());
    for (const Port &port : ports) {
        if (known.count(port.role) == 0) {
            return "has an unknown " + std::string(kind) + " " + quoted(port.role) + ", expected "
                   + (roles.empty() ? "none" : join(roles, ", "));
        }
    }
    return {};
}

} // namespace nervure
