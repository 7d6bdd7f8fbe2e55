// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <string>

namespace nervure {

/// The attributes that tell one operator from the next in short form: `3×3 s2 p1 → 64`. Sizes come
/// first, then strides, padding, dilation and groups where they do something, then up to two other
/// declared attributes that were set to something else than their default, then the number of
/// outputs and that of graphs it holds. `spec` may be null: then only the well-known names count.
[[nodiscard]] std::string attributeSummary(const Node &node, const OpSpec *spec);

} // namespace nervure
