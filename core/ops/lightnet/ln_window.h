// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/op_spec.h"

#include <array>
#include <optional>

namespace nervure {

/// The sliding window of LightNet's conv2d, maxpool2d and avgpool2d.
struct LnWindow {
    IntTuple size;
    IntTuple stride;
    IntTuple dilation{1, 1};
    IntTuple padding; ///< top, left, bottom, right
    std::string autopad;
};

/// The padding that counts: what is written, nothing with VALID, or what SAME_* works out for
/// `input` (height and width). A window larger than needed adds no negative padding.
[[nodiscard]] std::array<std::int64_t, 4> lnPadding(const LnWindow &window,
                                                    std::array<std::int64_t, 2> input,
                                                    Semantics semantics);

/// Checks numbers and counts of the window's parameters.
[[nodiscard]] Status lnCheckWindow(const LnWindow &window);

/// Height and width of the result for data in NCHW; fails when nothing is left. With
/// `padsByBatch`, SAME_* in exact semantics pads as LightNet's pools do: by batch and channels.
[[nodiscard]] Result<std::array<std::int64_t, 2>> lnOutputSize(const LnWindow &window,
                                                               const Shape &data,
                                                               Semantics semantics,
                                                               bool padsByBatch);

/// The padding of a node with these semantics, as lnOutputSize() uses it.
[[nodiscard]] std::array<std::int64_t, 4> lnPaddingFor(const LnWindow &window, const Shape &data,
                                                       Semantics semantics, bool padsByBatch);

/// Multiplications of a convolution: each of the elements (of the result, or transposed of the data)
/// meets every kernel element of a channel of `weight` [channels][..][height][width]. Nothing where
/// the number is too large or the weight no such tensor.
[[nodiscard]] std::optional<std::int64_t> lnKernelMacs(const Shape &elements, const Shape &weight);

} // namespace nervure
