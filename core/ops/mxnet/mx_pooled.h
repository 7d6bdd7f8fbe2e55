// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/mxnet/mx_window.h"

namespace nervure {

/// A pooling as MXNet defines it, on its way to NNVM's operators.
struct Pooled {
    enum class Kind : std::uint8_t { Max, Average, Sum };
    Kind kind = Kind::Max;
    /// The average divides by the cells within the padded input; without, by those in the input.
    bool countsPad = true;
    MXNetWindow window;
};

/// Pools [N, C, …] of 1 to 3 spatial dimensions to sizes `out`, in which windows may hang over the end;
/// as one pooling in two dimensions, or one for the images and one along their depth.
[[nodiscard]] Entry poolWindows(const Lowering &op, Entry data, const Pooled &pooled,
                                const Shape &in, const Shape &out);
/// The whole of each channel: [N, C, 1, …].
[[nodiscard]] Entry poolGlobally(const Lowering &op, Entry data, Pooled::Kind kind,
                                 const Shape &in);

} // namespace nervure
