// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <string_view>

namespace nervure {

/// The framework's name as people write it: "NNVM", "Core ML". For files and options there is dialectName().
[[nodiscard]] std::string_view dialectTitle(Dialect dialect);

} // namespace nervure
