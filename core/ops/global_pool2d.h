// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/pool2d_geometry.h"

#include <string>

namespace nervure {

/// Attributes of NNVM's global_max_pool2d and global_avg_pool2d.
struct GlobalPool2dAttrs {
    std::string layout = "NCHW";
};

/// The pooling over the whole of a known shape; fails for layouts other than NCHW.
[[nodiscard]] Result<Pool2dGeometry> globalPool2dGeometry(const GlobalPool2dAttrs &attrs,
                                                          bool isMax, const Shape &data);

} // namespace nervure
