// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/ops/rules/lowered_parts.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// The window of a convolution or pooling over 1, 2 or 3 spatial dimensions: a number for each of
/// them everywhere.
struct MXNetWindow {
    IntTuple kernel;
    IntTuple stride;
    IntTuple pad;
    IntTuple dilate;

    [[nodiscard]] std::size_t rank() const { return kernel.size(); }
    /// What the kernel spans along spatial dimension `i`, with its gaps.
    [[nodiscard]] std::int64_t reach(std::size_t i) const
    {
        return dilate[i] * (kernel[i] - 1) + 1;
    }
    /// Number of cells in the kernel.
    [[nodiscard]] std::int64_t cells() const;
};

/// As MXNet reads the attributes: what is empty becomes 1 (stride, dilate) or 0 (pad). Fails (code
/// attr-invalid) unless the rest has 1 to 3 numbers, as many each, within what makes sense.
[[nodiscard]] Result<MXNetWindow> mxnetWindow(const IntTuple &kernel, const IntTuple &stride,
                                              const IntTuple &pad, const IntTuple &dilate = {});

/// The texts of MXNet's attribute layout.
[[nodiscard]] std::vector<std::string> mxnetLayouts();
/// NWC, NHWC, NDHWC; without a layout ("None") channels come second.
[[nodiscard]] bool hasChannelsLast(const std::string &layout);
/// Fails unless the layout, if there is one, has `rank` dimensions.
[[nodiscard]] Status checkLayoutRank(const std::string &layout, std::size_t rank);
/// The shape with what stands last as the second dimension, and back.
[[nodiscard]] Shape channelsSecond(const Shape &shape);
[[nodiscard]] Shape channelsBehind(const Shape &shape);
/// The same for a value of `rank` dimensions.
[[nodiscard]] Entry transposedToSecond(const Lowering &op, Entry data, std::size_t rank);
[[nodiscard]] Entry transposedToLast(const Lowering &op, Entry data, std::size_t rank);

/// The shape with 1 in front of its last dimension: rows of data as images of one row.
[[nodiscard]] Shape asOneRow(Shape shape);

} // namespace nervure
