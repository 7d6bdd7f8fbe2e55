// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

/// A name that LightNet's network language takes too: letters, digits and underscores, no digit in
/// front, short enough for its weight files.
[[nodiscard]] std::string lightNetName(std::string_view wanted);

/// Gives names that are legal and different, each as it is wanted where that is free.
class LightNetNames {
public:
    [[nodiscard]] std::string take(std::string_view wanted);

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_counts; ///< of names that were wanted again
};

} // namespace nervure
