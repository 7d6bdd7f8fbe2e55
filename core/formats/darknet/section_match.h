// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/darknet/darknet_description.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nervure {

/// For each section of `wanted` the one of `had` that it goes on from, in order; none for a new one. Sections of one
/// kind match, best those that say the same.
[[nodiscard]] std::vector<std::optional<std::size_t>> matchedSections(
    const std::vector<DarknetSection> &had, const std::vector<DarknetSection> &wanted);

} // namespace nervure
