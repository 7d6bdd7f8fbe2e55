// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/keras/keras_layer.h"

#include <map>
#include <string>

namespace nervure::keras {

/// "abc,cd->abd": a product of two tensors, a letter for each dimension.
struct KerasEinsum {
    std::string left;
    std::string right;
    std::string result;

    /// Sizes by letter, as far as shapes say them; some may be unknown. Fails (code infer-shape) where they
    /// contradict each other.
    using Sizes = std::map<char, std::int64_t>;
    [[nodiscard]] static Status learn(Sizes &sizes, const std::string &letters, const Shape &shape);
    [[nodiscard]] static Shape shapeOf(const Sizes &sizes, const std::string &letters);

    /// The product of tensors of these shapes.
    [[nodiscard]] Result<Entry> lowered(const Lowering &op, Entry leftEntry, const Shape &leftShape,
                                        Entry rightEntry, const Shape &rightShape) const;
};

/// Reads the equation for a left tensor of so many dimensions: "..." stands for those without a letter. Fails (code
/// infer-shape) for anything but a product of two.
[[nodiscard]] Result<KerasEinsum> kerasEinsum(const std::string &equation, std::size_t leftRank);

} // namespace nervure::keras
