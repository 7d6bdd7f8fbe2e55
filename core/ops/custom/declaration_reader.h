// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Longer files of declarations are refused.
inline constexpr std::size_t largestDeclarationFile = std::size_t{4} << 20;

/// Reads a file that declares operators (README.md has the form). `known` has the operators that stay as they are,
/// and those that lowerings are made of; it must outlive what is read. Fails with one message, located in `file`.
[[nodiscard]] Result<std::vector<OpSpec>> readCustomOperators(std::string_view text,
                                                              const std::string &file,
                                                              const OpRegistry &known);

} // namespace nervure
