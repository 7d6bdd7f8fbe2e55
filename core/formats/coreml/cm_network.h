// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure::coreml {

/// NeuralNetwork, NeuralNetworkClassifier or NeuralNetworkRegressor, layers left where they are.
struct NetworkMessage {
    std::vector<std::string_view> layers;
    std::vector<std::string_view> preprocessing;
    /// Layers take arrays in the shape that the model's description says; else as [sequence, batch, channels, height,
    /// width].
    bool hasExactShapes = false;
    bool hasExactImages = false; ///< images as [1, channels, height, width]
    std::vector<std::string_view> labels;
    std::size_t labelCount = 0;
    std::string_view probabilitiesLayer; ///< the value that is the probabilities of classes
};
/// Fails with code "protobuf" or "coreml".
[[nodiscard]] Result<NetworkMessage> readNetwork(std::string_view message, std::string_view file);

/// NeuralNetworkPreprocessing.
struct PreprocessingMessage {
    std::string_view feature;
    std::uint32_t kind = 0; ///< preprocessing::scaler or meanImage; 0: neither
    std::string_view parameters;
};
[[nodiscard]] Result<PreprocessingMessage> readPreprocessing(std::string_view message,
                                                             std::string_view file);

} // namespace nervure::coreml
