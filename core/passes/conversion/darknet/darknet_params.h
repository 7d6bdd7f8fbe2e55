// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/tensor_type.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace nervure {

/// An array of the dictionary that from_darknet returns beside the graph: one of the network's, or one
/// that the importer makes of what a layer says of its boxes.
struct DarknetParam {
    std::string name; ///< of NNVM's variable
    NodeId source;    ///< the network's variable, or the layer
    DType type = DType::Float32;
    std::vector<double>
        elements{}; ///< of what the importer makes; none where the source has the values
};

/// All that from_darknet returns of a network that it converts, in its order. Fails as it does.
[[nodiscard]] Result<std::vector<DarknetParam>> darknetParams(const Graph &network,
                                                              const OpRegistry &ops);

} // namespace nervure
