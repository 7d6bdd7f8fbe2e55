// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_config.h"
#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace nervure {

/// A layer's array among the variables of the graph, and which of the file's layers it is of.
struct KerasGraphArray {
    std::string variable; ///< "inner/dense_1/kernel"; empty: the graph has none
    std::string place;    ///< KerasArray::place
    bool isTrained = true;
};

/// A layer of the model itself, or of a model inside, and its arrays.
struct KerasGraphLayer {
    std::vector<std::string> path; ///< names of layers, from the outermost: {"inner", "dense_1"}
    std::vector<std::string> classes;
    std::vector<KerasGraphArray> arrays;
};

/// The document that a model becomes.
struct KerasGraph {
    Graph graph;
    std::vector<KerasGraphLayer> layers; ///< those with arrays, in Keras's order
};

/// What stands in the graph's attributes.
namespace keras_attribute {
inline constexpr const char *className = "class_name"; ///< the model's
inline constexpr const char *version = "keras_version";
inline constexpr const char *backend = "backend";
/// Models as layers: [[place in the list of layers, class], …].
inline constexpr const char *nested = "nested_models";
} // namespace keras_attribute

/// A variable for each input and each array, an operator for each call of a layer. Models inside are in the
/// place of their calls, under their names: "inner/dense_1". A layer that is called again has the arrays of
/// the first call. Batches are of 1 until somebody says else. Fails with code "keras-config" where layers
/// that are named are not there, and where they go in a circle.
[[nodiscard]] Result<KerasGraph> buildKerasGraph(const KerasDocument &document);

} // namespace nervure
