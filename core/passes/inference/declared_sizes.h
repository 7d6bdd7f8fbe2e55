// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <map>
#include <string>

namespace nervure {

/// True if the shapes that a person gave differ from those in the file in nothing but the batch: the first size.
/// Only then what a file of Keras declares of other values holds.
[[nodiscard]] bool fitsFileSizes(const IndexedGraph &graph,
                                 const std::map<std::string, Shape> &given);

/// After InferShape of a dialect without ValueType: marks the values that are known because the file declares
/// them, those of operators that nobody knows (keys::declared), and reports where it declares what does not follow.
/// Sizes of batches are the person's.
void compareDeclared(PassContext &context);

} // namespace nervure
