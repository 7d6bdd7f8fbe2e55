// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

/// Windows that slide over the spatial dimensions of tensors [batch, channels, …], as attributes of
/// convolutions and poolings say it.
namespace nervure::onnx {

struct Windows {
    enum class Padding : std::uint8_t {
        Given, ///< the attribute pads
        None,
        Same,    ///< as much as makes the number of windows the size over the stride, rounded up
        Unclear, ///< both attributes say something
    };

    Padding padding = Padding::Given;
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> before; ///< padding in front of each dimension; 0 unless Given
    std::vector<std::int64_t> behind;
    Dimensions extents; ///< what a window spans: (kernel - 1) * dilation + 1
};

/// The attributes auto_pad, pads, strides and dilations, for a kernel of these sizes.
[[nodiscard]] Result<Windows> windowsOf(const ValueCall &call, const Dimensions &kernel);

/// The number of spatial dimensions of the inputs, or that of the attribute kernel_shape.
[[nodiscard]] Result<std::optional<std::size_t>> spatialRank(
    const ValueCall &call, std::initializer_list<std::size_t> inputs);

/// The sizes behind batch and channels; unknown ones where the shape is not known.
[[nodiscard]] Dimensions spatialSizes(const MaybeShape &shape, std::size_t rank);

/// A shape [batch, channels, …] with these spatial sizes.
[[nodiscard]] Dimensions withSpatialSizes(const MaybeShape &data, const Dimensions &sizes);

/// The attribute kernel_shape, or else the sizes given; fails where both are known and differ.
[[nodiscard]] Result<Dimensions> kernelSizes(const ValueCall &call, const Dimensions &otherwise);

/// Which window is the last one.
enum class LastWindow : std::uint8_t {
    Whole,        ///< the last that lies in the padded input
    StartsInside, ///< ceil_mode: the last that starts in the input or the padding in front of it
    Unsaid, ///< ceil_mode of versions that do not say whether it may start in the padding behind
};

/// How many windows there are along each dimension of these sizes.
[[nodiscard]] Result<Dimensions> windowCounts(const Windows &windows, const Dimensions &sizes,
                                              LastWindow last);

/// The sizes that so many windows were taken from: strides * (count - 1) + extents - padding.
[[nodiscard]] Dimensions sizesOfWindows(const Windows &windows, const Dimensions &counts);

/// The attributes by name, in words for all operators that have them.
[[nodiscard]] Attribute autoPadAttribute();
[[nodiscard]] Attribute dilationsAttribute();
[[nodiscard]] Attribute exponentAttribute();
[[nodiscard]] Attribute groupAttribute();
[[nodiscard]] Attribute kernelAttribute();
[[nodiscard]] Attribute padsAttribute();
[[nodiscard]] Attribute stridesAttribute();

} // namespace nervure::onnx
