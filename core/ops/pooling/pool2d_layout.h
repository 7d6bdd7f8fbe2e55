// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"
#include "core/ops/pooling/pool2d_geometry.h"

#include <functional>
#include <string>
#include <vector>

namespace nervure {

/// What poolings have in common whatever the order of dimensions.

/// Where height and width are among the dimensions of a tensor.
struct PooledAxes {
    std::size_t height = 2;
    std::size_t width = 3;

    /// All dimensions, height and width last.
    [[nodiscard]] std::vector<std::size_t> planesFirst(std::size_t rank) const;
};

/// As in NNVM the layout alone says where they are: a tensor may have more dimensions. Fails for
/// layouts without plain H and W and when the tensor does not reach that far.
[[nodiscard]] Result<PooledAxes> pooledAxes(const std::string &layout, const Shape &data);

/// Keeps the layout that comes in while height and width are where `layout` has them.
[[nodiscard]] Status correctPool2dLayout(const std::string &layout, const LayoutCall &call);

/// The order in which a pooling keeps blocks of channels as they come in, where the device likes them:
/// convolutions nearly always go before.
[[nodiscard]] AttrDict alteredPool2dLayout(const std::string &layout, const AlterCall &call);

/// Describes a pooling whose shapes have height and width last.
using PoolingOf = std::function<Result<Pool2dGeometry>(const Shape &data, const Shape &out)>;

/// Computes output 0 from input 0, with `layout` saying where height and width are.
[[nodiscard]] Status poolInLayout(const std::string &layout, const PoolingOf &pooling,
                                  const ReferenceCall &call);

/// The launches of the same; those of 4, 8 or 16 channels behind height and width are blocks.
[[nodiscard]] Result<KernelSpec> poolKernelInLayout(const std::string &layout,
                                                    const PoolingOf &pooling,
                                                    const KernelContext &context);

} // namespace nervure
