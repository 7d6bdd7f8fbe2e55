// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/darknet/darknet_description.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// The section as a new text has it.
[[nodiscard]] std::string darknetSectionText(const DarknetSection &section,
                                             std::string_view lineEnd);

/// The network description `original`, which says `had`, with those lines changed that say anything else than
/// `wanted`. Blanks, comments and line ends stay, and so do numbers of layers that still hold; those that do not are
/// written as they were, counted back or from the first layer on.
[[nodiscard]] std::string rewrittenDarknetText(std::string_view original,
                                               const std::vector<DarknetSection> &had,
                                               const std::vector<DarknetSection> &wanted);

} // namespace nervure
