// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/coreml/cm_form.h"
#include "core/formats/coreml/cm_weight.h"
#include "core/graph/attr_dict.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::coreml {

/// NeuralNetworkLayer.
struct LayerMessage {
    std::string_view name;
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> outputs;
    std::uint32_t kind =
        0; ///< the number of the field that its parameters stand in; 0: none is there
    std::string_view parameters;
};
/// Fails with code "protobuf" or "coreml".
[[nodiscard]] Result<LayerMessage> readLayer(std::string_view message, std::string_view file);

/// Weights of a layer.
struct LayerWeights {
    std::string name;
    std::size_t place = 0; ///< among the layer's inputs
    std::vector<std::int64_t> shape;
    WeightMessage values;
    std::string problem; ///< why the values do not fit the shape; else empty
};

/// What a layer's parameters are: attributes (those that the file has), weights, networks inside.
struct LayerContent {
    AttrDict attrs;
    std::vector<LayerWeights> weights;
    struct Network {
        std::string_view name;
        std::string_view message; ///< NeuralNetwork
    };
    std::vector<Network> networks;
};
/// Fails with code "protobuf" or "coreml".
[[nodiscard]] Result<LayerContent> readContent(const LayerForm &form, std::string_view parameters,
                                               std::string_view file);

} // namespace nervure::coreml
