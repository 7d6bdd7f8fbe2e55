// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/value/value_type.h"

#include <memory>

namespace nervure {

/// A tensor's elements as inference follows them. Null where one is an integer beyond int64, which inference does
/// not follow.
[[nodiscard]] std::shared_ptr<const KnownElements> elementsOf(const Tensor &tensor);

} // namespace nervure
