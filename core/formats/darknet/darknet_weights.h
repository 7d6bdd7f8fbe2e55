// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/semantics.h"

#include <string_view>

namespace nervure {

/// The arrays of a network's layers, by the names of their variables, from the bytes of a .weights file: a
/// header (version as three numbers, images seen in training), then numbers of 4 bytes without names, in
/// the network's order (../shared/oracles/darknet). Fails where the file ends before the network does and
/// where a layer's arrays have no shape. `diagnostics` get a warning of bytes behind the last array. In *exact* arrays
/// have the sizes that from_darknet gives them: pools counted otherwise when it was written.
[[nodiscard]] Result<TensorMap> readDarknetWeights(std::string_view bytes, const Graph &graph,
                                                   const OpRegistry &ops, Diagnostics &diagnostics,
                                                   Semantics semantics = Semantics::Fixed);

} // namespace nervure
