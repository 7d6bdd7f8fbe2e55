// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/tensor_type.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace nervure {

/// An array of the dictionary that from_coreml returns beside the graph: weights of the document in a shape of its
/// own, or numbers that the importer puts together.
struct CoreMlParam {
    std::string name; ///< of NNVM's variable
    std::string
        source; ///< the document's variable that holds the values; empty: they are `elements`
    Shape shape;
    std::vector<double> elements{};
};

/// All that from_coreml returns of a network that it converts, in its order. Fails as it does.
[[nodiscard]] Result<std::vector<CoreMlParam>> coreMlParams(const Graph &network,
                                                            const OpRegistry &ops);

} // namespace nervure
