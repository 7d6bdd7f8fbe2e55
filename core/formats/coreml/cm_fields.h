// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The numbers of the fields of Core ML's messages that we look at, layers apart (Model.proto, FeatureTypes.proto
/// and NeuralNetwork.proto of its specification).
namespace nervure::coreml {

namespace model {
inline constexpr std::uint32_t specificationVersion = 1;
inline constexpr std::uint32_t description = 2;
inline constexpr std::uint32_t neuralNetworkRegressor = 303;
inline constexpr std::uint32_t neuralNetworkClassifier = 403;
inline constexpr std::uint32_t neuralNetwork = 500;
} // namespace model

namespace model_description {
inline constexpr std::uint32_t input = 1;
inline constexpr std::uint32_t output = 10;
inline constexpr std::uint32_t predictedFeatureName = 11;
inline constexpr std::uint32_t predictedProbabilitiesName = 12;
inline constexpr std::uint32_t metadata = 100;
} // namespace model_description

namespace metadata {
inline constexpr std::uint32_t shortDescription = 1;
inline constexpr std::uint32_t versionString = 2;
inline constexpr std::uint32_t author = 3;
inline constexpr std::uint32_t license = 4;
inline constexpr std::uint32_t userDefined = 100;
} // namespace metadata

namespace feature_description {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t type = 3;
} // namespace feature_description

namespace feature_type {
inline constexpr std::uint32_t int64Type = 1;
inline constexpr std::uint32_t doubleType = 2;
inline constexpr std::uint32_t stringType = 3;
inline constexpr std::uint32_t imageType = 4;
inline constexpr std::uint32_t multiArrayType = 5;
inline constexpr std::uint32_t dictionaryType = 6;
inline constexpr std::uint32_t sequenceType = 7;
inline constexpr std::uint32_t stateType = 8;
} // namespace feature_type

namespace image_type {
inline constexpr std::uint32_t width = 1;
inline constexpr std::uint32_t height = 2;
inline constexpr std::uint32_t colorSpace = 3;
inline constexpr std::uint32_t enumeratedSizes = 21;
inline constexpr std::uint32_t sizeRange = 31;
} // namespace image_type

namespace array_type {
inline constexpr std::uint32_t shape = 1;
inline constexpr std::uint32_t dataType = 2;
inline constexpr std::uint32_t enumeratedShapes = 21;
inline constexpr std::uint32_t shapeRange = 31;
} // namespace array_type

namespace neural_network {
inline constexpr std::uint32_t layers = 1;
inline constexpr std::uint32_t preprocessing = 2;
inline constexpr std::uint32_t arrayInputShapeMapping = 5;
inline constexpr std::uint32_t imageInputShapeMapping = 6;
inline constexpr std::uint32_t stringClassLabels = 100; ///< of a classifier
inline constexpr std::uint32_t int64ClassLabels = 101;
inline constexpr std::uint32_t labelProbabilityLayerName = 200;
} // namespace neural_network

namespace preprocessing {
inline constexpr std::uint32_t featureName = 1;
inline constexpr std::uint32_t scaler = 10;
inline constexpr std::uint32_t meanImage = 11;
} // namespace preprocessing

namespace layer {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t input = 2;
inline constexpr std::uint32_t output = 3;
inline constexpr std::uint32_t firstKind = 100; ///< what it is, and its parameters
} // namespace layer

namespace border_amounts {
inline constexpr std::uint32_t borderAmounts = 10;
inline constexpr std::uint32_t start = 1; ///< of an EdgeSizes
inline constexpr std::uint32_t end = 2;
} // namespace border_amounts

namespace weight_params {
inline constexpr std::uint32_t floatValue = 1;
inline constexpr std::uint32_t float16Value = 2;
inline constexpr std::uint32_t rawValue = 30;
inline constexpr std::uint32_t int8RawValue = 31;
inline constexpr std::uint32_t quantization = 40;
} // namespace weight_params

namespace quantization {
inline constexpr std::uint32_t numberOfBits = 1;
inline constexpr std::uint32_t linear = 101;
inline constexpr std::uint32_t lookupTable = 102;
inline constexpr std::uint32_t scale = 1; ///< of a linear one
inline constexpr std::uint32_t bias = 2;
inline constexpr std::uint32_t entries = 1; ///< of a table
} // namespace quantization

namespace map_entry {
inline constexpr std::uint32_t key = 1;
inline constexpr std::uint32_t value = 2;
} // namespace map_entry

} // namespace nervure::coreml
