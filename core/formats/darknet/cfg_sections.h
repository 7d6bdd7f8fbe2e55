// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/json/json_spans.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// KEY=VALUE in a section, without the blanks that Darknet passes over.
struct CfgKey {
    std::string name;
    std::string value;
    TextPosition place;
};

/// A part of one of Darknet's network descriptions: [NAME] and the keys below it.
struct CfgSection {
    std::string name; ///< without brackets
    TextPosition place;
    std::vector<CfgKey> keys;

    /// The first key of that name, the one that counts; null where there is none.
    [[nodiscard]] const CfgKey *find(std::string_view key) const;
};

/// The finding with a place in the text.
[[nodiscard]] Diagnostic atPlace(Diagnostic finding, const TextPosition &place);

/// The sections of a .cfg file in its order. Lines that begin with # or ; are comments, and so is, unlike
/// in Darknet, which reads a number's first digits, what follows a # in a line. Fails with line and column
/// where a line is no section, key or comment, and where a key stands above all sections.
[[nodiscard]] Result<std::vector<CfgSection>> readCfg(std::string_view text);

} // namespace nervure
