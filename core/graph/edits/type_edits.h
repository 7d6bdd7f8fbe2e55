// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

#include <optional>
#include <string_view>

namespace nervure {

/// Declares a type for a value: of a variable of a dialect that has ValueType the attributes that say it,
/// of an operator's output Node::declaredTypes (see analysis/declared_types.h). An Unknown type takes the
/// declaration away. Nothing changes where it is declared already. Fails with code "no-such-entry" for
/// what is no value of the graph, with "declared-type" where the dialect has no place for it: for all but
/// Onnx and Keras, and for a variable's type that is no tensor's.
[[nodiscard]] Result<Edit> declareType(const Graph &graph, const Entry &value,
                                       const ValueType &type);

/// The sizes that a person typed, with names and "?": "N,2,8,8", "1×3×?", "[batch, 3]", "1x3x8x8"; "[]" and
/// "scalar" for none. Nothing for an empty text and for what are no sizes: negative numbers, empty ones.
[[nodiscard]] std::optional<Dimensions> dimensionsTyped(std::string_view text);

} // namespace nervure
