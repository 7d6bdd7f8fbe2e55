// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string_view>

/// What the names at a node of TensorFlow's say.
namespace nervure::tensorflow {

/// Outputs of one node, which a few bytes can claim.
inline constexpr std::int64_t mostOutputs = 1 << 16;

[[nodiscard]] bool isPlaceholder(std::string_view op);
[[nodiscard]] bool isConst(std::string_view op);
[[nodiscard]] bool isMerge(std::string_view op);
[[nodiscard]] bool isNextIteration(std::string_view op);
[[nodiscard]] bool isSwitch(std::string_view op);
[[nodiscard]] bool isExit(std::string_view op);
/// Operators that are there for what they do; nobody reads them, and they are no results.
[[nodiscard]] bool hasNoResult(std::string_view op);

/// An input as a node names it: "a", "a:1", "^a"; in functions "a:output:0".
struct Source {
    std::string_view node;
    std::string_view output; ///< in functions: the name of the operator's output
    std::int64_t index = 0;
    bool isControl = false;
};
/// Fails with code "tensorflow".
[[nodiscard]] Result<Source> sourceOf(std::string_view text);

} // namespace nervure::tensorflow
