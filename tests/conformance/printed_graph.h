// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace nervure::conformance {

/// PrintGraphIR's text with everything that comes in a hash order sorted: the attributes inside the
/// parentheses of each node, and graph_attr_keys.
[[nodiscard]] std::string sortedGraphText(const std::string &text);

/// The attributes that the text joins to entries and nodes (", shape=[2,3]"), in order.
[[nodiscard]] std::vector<std::string> joinedAttributes(const std::string &text);

/// The names behind graph_attr_keys; none if there is no such line.
[[nodiscard]] std::vector<std::string> graphAttrKeys(const std::string &text);

/// Replaces the value of a joined node attribute by "?" in the lines for which `isUnsafe` holds,
/// which gets what the line begins with: "%3" or "%name".
[[nodiscard]] std::string maskedGraphText(
    const std::string &text, const std::string &attribute,
    const std::function<bool(const std::string &title)> &isUnsafe);

} // namespace nervure::conformance
