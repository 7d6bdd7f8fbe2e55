// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/coreml/cm_weight.h"
#include "core/formats/format_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure::coreml {

/// Weights of a network where they stand in the file, by the variable that holds them.
struct NamedWeights {
    std::string name;
    NodeId node{}; ///< of the document itself; none inside of a layer's network
    std::vector<std::int64_t> shape;
    WeightMessage values;
};

struct BuiltGraph {
    LoadedGraph loaded;
    std::vector<NamedWeights> weights;
};

/// The graph of a model. Inputs and weights are variables, preprocessing and layers operators: a layer's node has its
/// name, its weights that name and their own (`conv1_weights`), and an output the name of its value. Arrays come as
/// [1, channels, …], with a batch in front that the model's description leaves out, images as [1, channels, height,
/// width]; a sequence before that is there where somebody gives it. Fails with code "protobuf" or "coreml", and for
/// models of other kinds with "format-foreign".
[[nodiscard]] Result<BuiltGraph> buildGraph(std::string_view file);

} // namespace nervure::coreml
