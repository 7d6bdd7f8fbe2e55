// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace nervure {

/// One switch for all dialects. Exact does what the original does wherever it gives an answer;
/// Fixed does what its documentation promises. NNVM's documents start with exact, those of all other
/// frameworks with fixed (defaultSemantics() in graph.h).
enum class Semantics : std::uint8_t { Exact, Fixed };

[[nodiscard]] inline std::string_view semanticsName(Semantics semantics)
{
    return semantics == Semantics::Exact ? "exact" : "fixed";
}

} // namespace nervure
