// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/attr_field.h"
#include "core/graph/tensor_type.h"
#include "core/support/id.h"

#include <string>
#include <vector>

namespace nervure {

/// An array of the dictionary that from_keras returns beside the graph: of float32.
struct KerasParam {
    std::string name; ///< "_param_1"
    Shape shape;
    NodeId source; ///< the document's variable that it is made of; invalid: all 0
    IntTuple axes; ///< how that is transposed; empty: not at all
};

} // namespace nervure
