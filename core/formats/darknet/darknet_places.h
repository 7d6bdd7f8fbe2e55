// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/darknet/cfg_sections.h"
#include "core/support/diagnostic.h"

#include <optional>
#include <string_view>
#include <vector>

namespace nervure {

/// Where the layers of a network description and their keys stand in its text.
class DarknetPlaces {
public:
    explicit DarknetPlaces(std::string_view text);

    /// The place of the layer that the finding is about, or of its key; none where there is no such layer.
    [[nodiscard]] std::optional<TextPosition> find(const Location &where) const;

private:
    std::vector<CfgSection> m_sections; ///< the first one describes the input
};

} // namespace nervure
