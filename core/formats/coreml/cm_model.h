// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure::coreml {

/// FeatureDescription: an input or output of a model.
struct Feature {
    std::string_view name;
    std::string
        type; ///< "image RGB 224×224", "multiArray float32 [3, 224, 224]", "dictionary of string"
    bool isImage = false;
    bool isFlexible = false;     ///< other sizes are allowed, too
    std::string_view colorSpace; ///< of an image: RGB, BGR, GRAYSCALE
    std::optional<std::vector<std::int64_t>>
        shape{}; ///< of an image [channels, height, width]; of an array
};

/// Model, its network left where it is.
struct ModelMessage {
    std::uint64_t version = 0; ///< of the specification
    std::uint32_t kind = 0;    ///< the number of the field that holds what it is
    std::string_view content;
    std::vector<Feature> inputs;
    std::vector<Feature> outputs;
    std::string_view predictedFeature;
    std::string_view predictedProbabilities;
    std::vector<std::pair<std::string, std::string_view>>
        metadata; ///< "author", …; those that are there
};

/// Fails with code "protobuf" or "coreml".
[[nodiscard]] Result<ModelMessage> readModel(std::string_view file);
/// True if bytes are a model of any kind, as far as their first fields tell.
[[nodiscard]] bool isModel(std::string_view bytes);

/// "neuralNetwork" and its like; empty for what is no neural network.
[[nodiscard]] std::string_view networkKind(std::uint32_t kind);
/// Why a model of another kind is not read, and what to do instead.
[[nodiscard]] Diagnostic otherKind(std::uint32_t kind);

} // namespace nervure::coreml
