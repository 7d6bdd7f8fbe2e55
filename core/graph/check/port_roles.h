// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What the ports of a LightNet operator lack or have too much, or nothing. `kind`: "input" or "output".
[[nodiscard]] std::string roleFault(const std::vector<Port> &ports,
                                    const std::vector<std::string> &roles, std::string_view kind);

} // namespace nervure
