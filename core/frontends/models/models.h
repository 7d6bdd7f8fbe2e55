// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/model_builder.h"

#include <span>
#include <string_view>

namespace nervure::models {

/// A network we can compose. `name` is the stem of its file in resources/samples.
struct Model {
    std::string_view name;
    Result<Graph> (*build)(const OpRegistry &ops);
};

/// All networks, in the order people see them. Their data input is "data" with the attribute
/// `shape` = (1, 3, 224, 224), so that they open ready to run; else they are, node for node, what
/// nnvm.testing makes of the same name.
[[nodiscard]] std::span<const Model> allModels();

/// Fully connected 128, 64, 1000 with softmax.
Result<Graph> buildPerceptron(const OpRegistry &ops);

/// Pre-activation residual nets (He et al. 2016, "Identity mappings"), 18 and 50 layers.
Result<Graph> buildResnet18(const OpRegistry &ops);
Result<Graph> buildResnet50(const OpRegistry &ops);

/// The same with 152 layers: no sample, but the large model that benchmarks look at.
Result<Graph> buildResnet152(const OpRegistry &ops);

/// Post-activation residual nets (He et al. 2015), 18 and 50 layers.
Result<Graph> buildResnet18V1(const OpRegistry &ops);
Result<Graph> buildResnet50V1(const OpRegistry &ops);

/// MobileNet v1 (Howard et al. 2017), width 1.
Result<Graph> buildMobilenet(const OpRegistry &ops);

/// VGG with 16 layers (Simonyan and Zisserman 2014).
Result<Graph> buildVgg16(const OpRegistry &ops);

/// SqueezeNet 1.1 (Iandola et al. 2016).
Result<Graph> buildSqueezenet(const OpRegistry &ops);

/// The data input of all of them.
[[nodiscard]] Entry imageInput(ModelBuilder &model);

/// "(3, 3)": the text of a tuple attribute whose two values are equal.
[[nodiscard]] std::string pairText(int value);

} // namespace nervure::models
