// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/ops/rules/lowering.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What Darknet's layers have in common. A layer gives an image, [1, channels, height, width], or a row
/// of numbers, [1, count]; of a recurrent one as many rows as there are time steps.

/// What sizes and counts may be at most: more than any network has, and products of two of them have a size.
inline constexpr double darknetMost = 1 << 30;

/// The product, unknown where one of the two is; fails (code infer-shape) where it is too large for a size.
[[nodiscard]] Result<std::int64_t> darknetProduct(std::int64_t a, std::int64_t b);

/// One of so many equal parts of a size, rounded down; unknown where the size is.
[[nodiscard]] std::int64_t darknetPart(std::int64_t size, std::int64_t parts);

/// The values of `activation`, of Darknet and of the fork by AlexeyAB.
[[nodiscard]] std::vector<std::string> darknetActivations();
/// Darknet goes on with relu where it does not know the activation.
[[nodiscard]] bool isDarknetActivation(std::string_view name);
/// The activation's values of `x`.
[[nodiscard]] Entry darknetActivated(const Lowering &op, Entry x, const std::string &activation);

/// A layer's normalization, its scale and what is added behind it; vectors over the channels.
struct DarknetNormalization {
    Entry biases;
    Entry scales;
    Entry mean;
    Entry variance;
};
/// (data - mean) / (sqrt(variance) + 1e-6) * scales + biases, along dimension 1; of the fork's networks
/// (data - mean) / sqrt(variance + 1e-5) * scales + biases.
[[nodiscard]] Entry darknetNormalized(const Lowering &op, Entry data,
                                      const DarknetNormalization &with);

/// Fails (code infer-shape) unless the shape, if it is known, is that of an image.
[[nodiscard]] Status checkDarknetImage(const Shape &shape);
/// Fails (code infer-shape) for a scalar, which has no rows.
[[nodiscard]] Status checkDarknetRows(const Shape &shape);

/// Numbers in one row of the data: of an image all. Unknown while a size is.
[[nodiscard]] std::int64_t darknetRowLength(const Shape &shape);
/// The data as one row of numbers.
[[nodiscard]] Entry darknetRow(const Lowering &op, Entry data, const Shape &shape);

/// The front of an attribute's text that Darknet reads: of an integer and a number the leading digits, or "0"; else all.
[[nodiscard]] std::string_view darknetNumber(AttrKind kind, std::string_view text);
/// Adds a layer whose attributes are read as Darknet reads them: numbers by their front, activations that are not
/// known as relu.
void addDarknetLayer(OpRegistry &ops, OpSpec layer);

/// The smoothing behind a layer with `antialiasing`, which moves by the layer's strides in its place. Kind 0 is none,
/// 2 a mean of two by two, any other one [1 2 1] in both directions.
struct DarknetBlur {
    std::int64_t kind = 0;
    std::int64_t strideY = 1;
    std::int64_t strideX = 1;
};
[[nodiscard]] Entry darknetBlurred(const Lowering &op, Entry image, const DarknetBlur &blur);
/// The height or width behind it; unknown where that in front of it is. Fails (code infer-shape) where nothing is left.
[[nodiscard]] Result<std::int64_t> darknetBlurredSize(const DarknetBlur &blur, std::int64_t size,
                                                      std::int64_t stride);

/// The whole numbers of a list such as "-1, 4".
[[nodiscard]] Result<std::vector<std::int64_t>> darknetIntegers(std::string_view text);

} // namespace nervure
