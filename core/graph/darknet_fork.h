// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nervure {

/// An attribute that no .cfg says: the layer is one of a network for the fork by AlexeyAB, which adds the epsilon of a
/// normalization to the variance, and not to the root as Darknet does.
inline constexpr std::string_view ofDarknetFork = "of_fork";

} // namespace nervure
