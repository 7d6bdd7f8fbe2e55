// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nervure {

/// Attribute of an operator that takes another node's value in all steps of a loop but the first: that node's name.
/// It is no input, as graphs have no cycles.
inline constexpr std::string_view backEdgeKey = "next_iteration";

} // namespace nervure
