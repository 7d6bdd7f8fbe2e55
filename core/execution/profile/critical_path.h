// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"

namespace nervure {

/// What a run could not be shorter than however many layers ran at once, and how much longer each layer could take
/// until it were.
struct CriticalPath {
    double ms = 0; ///< of the longest chain of layers that wait for each other, by medians
    std::vector<double> slackMs; ///< by layer; 0 on that chain
    std::size_t layers = 0;      ///< that have no slack
};

/// By LayerProfile::after. Of profiles that do not say what waits for what, each layer waits for the one before.
[[nodiscard]] CriticalPath criticalPathOf(const ProfileData &data);

} // namespace nervure
