// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <span>
#include <string_view>

namespace nervure::models {

/// A LightNet document we can compose. `name` is the stem of its file in resources/samples.
struct LightNetSample {
    std::string_view name;
    Graph (*build)();
};

[[nodiscard]] std::span<const LightNetSample> lightNetSamples();

/// The example of LightNet's documentation: create eight numbers, slice three columns, print them.
[[nodiscard]] Graph buildLightNetExample();

/// A small convolution net on a 1x28x28 picture: two convolutions with relu and pooling, a last
/// convolution to ten channels, their average, softmax and print. Weights come from `create`.
[[nodiscard]] Graph buildLightNetConvnet();

} // namespace nervure::models
