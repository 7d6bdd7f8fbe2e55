// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// Most outputs or inputs that an attribute may ask for; more is no model but an attack.
inline constexpr std::size_t mostNumbered = std::size_t{1} << 12;

/// NNVM's names where an operator lists none: "output0", "output1", …; a single one is "output".
[[nodiscard]] inline std::vector<std::string> numberedNames(const std::string &stem,
                                                            std::size_t count)
{
    if (count == 1) {
        return {stem};
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count && i < mostNumbered; ++i) {
        names.push_back(stem + std::to_string(i));
    }
    return names;
}

} // namespace nervure
