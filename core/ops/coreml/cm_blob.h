// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"
#include "core/ops/coreml/cm_operator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// Values of Core ML's layers of versions 1 to 3, which are [sequence, batch, channels, height, width]: what stands
/// in front may be left out, and of vectors what stands behind the channels.
namespace nervure::coreml {

/// What is known of one.
struct Blob {
    std::size_t rank = 0; ///< of the value; 0: its shape is not known
    Dimension sequence = 1;
    Dimension batch = 1;
    Dimension channels;
    Dimension height = 1;
    Dimension width = 1;

    [[nodiscard]] bool isKnown() const { return rank != 0; }
};

/// An input as such; fails on one of more than 5 dimensions, or none.
[[nodiscard]] Result<Blob> blobAt(const ValueCall &call, std::size_t input);
/// Its shape, in as many dimensions as `rank` says where they are enough: a vector becomes an image where it has a
/// height or width, and what has a sequence five dimensions.
[[nodiscard]] Dimensions shapeOf(const Blob &blob);
/// Gives an output the shape, if it is known.
void setBlob(ValueCall &call, std::size_t output, const Blob &blob);
/// A vector of that length for each of what is in front: in short, or in as many dimensions as the value has where
/// the attribute keepsRank says so.
[[nodiscard]] Blob vectorOf(const ValueCall &call, Blob blob, const Dimension &length);

/// Fails unless an input that holds weights, where it is given, has this shape, of sizes from 1 up.
[[nodiscard]] Status checkWeights(const ValueCall &call, std::size_t input, const Numbers &wanted);

/// A value as images: [sequence × batch, channels, height, width].
[[nodiscard]] Operand asImages(const OnnxLowering &op, const Operand &x);
/// The same as [sequence, batch, channels, height, width].
[[nodiscard]] Operand asBlob(const OnnxLowering &op, const Operand &x);
/// An input that holds weights, as numbers of 32 bits.
[[nodiscard]] Operand weights(const OnnxLowering &op, std::size_t input);
/// The only output, in the shape that inference found.
[[nodiscard]] Lowered shaped(const OnnxLowering &op, const Operand &value);
[[nodiscard]] Lowered shaped(const OnnxLowering &op, const Lowered &values);
/// `count` numbers along the channels of images: [1, count, 1, 1].
[[nodiscard]] Operand alongChannels(const OnnxLowering &op, const Operand &x);

/// All parts one behind the other, in a new dimension.
[[nodiscard]] Operand stacked(const OnnxLowering &op, const std::vector<Operand> &parts,
                              std::size_t axis);

} // namespace nervure::coreml
