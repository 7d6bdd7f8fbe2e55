// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nervure {

/// What this process has taken until now.
struct ProcessUse {
    double processorMs = 0;        ///< of all its threads
    std::uint64_t memoryBytes = 0; ///< resident now; 0 where the system does not tell
    std::uint64_t peakBytes = 0;   ///< resident at most
};
[[nodiscard]] ProcessUse ownUse();

} // namespace nervure
