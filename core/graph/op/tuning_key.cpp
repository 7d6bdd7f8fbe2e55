// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/tuning_key.h"

#include "core/support/fingerprint.h"

#include <fmt/format.h>

namespace nervure {

std::string tuningKey(std::string_view family, std::string_view source,
                      std::span<const std::int64_t> sizes)
{
    constexpr std::size_t traceLength = 8;
    std::string key = std::string(family) + '@' + fingerprint(source).substr(0, traceLength);
    for (const std::int64_t size : sizes) {
        key += fmt::format(" {}", size);
    }
    return key;
}

} // namespace nervure
