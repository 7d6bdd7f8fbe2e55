// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nervure {

/// All inputs one after the other along `axis` of the output (copy.cl). Fails with "no-kernel".
[[nodiscard]] Result<KernelSpec> concatenateKernel(std::size_t axis, const KernelContext &context);

/// Where the elements of a dense tensor come from: element (d0, …) from `offset` + the sum of
/// d times strides, in elements of the input.
struct StridedSource {
    Shape sizes = Shape::scalar();
    std::vector<std::int64_t> strides;
    std::int64_t offset = 0;
};

/// Output 0 taken from input 0 like that: slices, transpositions, flips, repeats. Every position
/// must lie inside the input. Fails with "no-kernel", also beyond six dimensions that do not merge.
[[nodiscard]] Result<KernelSpec> stridedKernel(const StridedSource &source,
                                               const KernelContext &context);

/// The same for several outputs of input 0, in order.
[[nodiscard]] Result<KernelSpec> stridedKernel(const std::vector<StridedSource> &sources,
                                               const KernelContext &context);

/// Output 0 = input 0 with `before[i]` elements in front of dimension i (negative: as many cut off)
/// and as many behind as the output has room for, all `padding`. Fails with "no-kernel".
[[nodiscard]] Result<KernelSpec> paddedKernel(const std::vector<std::int64_t> &before,
                                              double padding, const KernelContext &context);

/// Output 0 as a copy of input 0 whatever their shapes.
[[nodiscard]] Result<KernelSpec> copyKernel(const KernelContext &context);

/// Strides of a dense row-major tensor.
[[nodiscard]] std::vector<std::int64_t> denseStrides(const Shape &shape);

} // namespace nervure
