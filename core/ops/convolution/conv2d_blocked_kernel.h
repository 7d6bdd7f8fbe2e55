// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/graph/tensor_layout.h"
#include "core/ops/convolution/conv2d_geometry.h"

#include <optional>

namespace nervure {

/// How the channels of a convolution's data and result lie: plain (0), or in blocks of so many.
struct ChannelBlocks {
    int in = 0;
    int out = 0;
};

/// The block of a layout that kernels work in: 0 for NCHW, and 4, 8 or 16 for NCHW4c, NCHW8c and
/// NCHW16c. Nothing for others.
[[nodiscard]] std::optional<int> channelBlockOf(const Layout &layout);

/// How many channels a block has on devices that compute fastest in blocks; 0 on others.
[[nodiscard]] int preferredBlock(const DeviceTraits &device);

/// The blocks in which a device computes a float32 convolution fastest; none on devices without wide
/// vectors, and for channels that do not fill whole blocks.
[[nodiscard]] ChannelBlocks preferredBlocks(const Conv2dGeometry &geometry,
                                            const DeviceTraits &device);

/// The launches of a float32 convolution with channels in blocks (conv2d_blocked.cl,
/// conv2d_image.cl, conv2d_depthwise.cl), with weights packed. `geometry` speaks of plain NCHW and
/// OIHW; `weight` may have blocks behind these four. Fails with code "no-kernel" for what these
/// kernels cannot do.
[[nodiscard]] Result<KernelSpec> conv2dBlockedKernel(const Conv2dGeometry &geometry,
                                                     ChannelBlocks blocks, const Layout &weight,
                                                     const KernelContext &context);

} // namespace nervure
