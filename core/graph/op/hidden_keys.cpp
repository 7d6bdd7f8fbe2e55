// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/hidden_keys.h"

#include <fmt/format.h>

namespace nervure {

bool isNnvmHiddenKey(std::string_view key)
{
    return key.size() > 4 && key.starts_with("__") && key.ends_with("__");
}

bool isMXNetHiddenKey(std::string_view key)
{
    return isNnvmHiddenKey(key) || oldMXNetHiddenKey(key);
}

std::optional<MXNetHiddenKey> oldMXNetHiddenKey(std::string_view key)
{
    for (const std::string_view known : mxnetHiddenKeys) {
        if (!key.ends_with(known)) {
            continue;
        }
        const std::string_view front = key.substr(0, key.size() - known.size());
        if (front.empty() || (front.size() > 1 && front.back() == '_')) {
            return MXNetHiddenKey{front.substr(0, front.size() - (front.empty() ? 0 : 1)),
                                  fmt::format("__{}__", known)};
        }
    }
    return std::nullopt;
}

} // namespace nervure
