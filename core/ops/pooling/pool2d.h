// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_builder.h"
#include "core/ops/pooling/pool2d_geometry.h"

#include <string>

namespace nervure {

/// Attributes of NNVM's max_pool2d, of its gradient and of avg_pool2d (which alone has
/// count_include_pad).
struct Pool2dAttrs {
    IntTuple poolSize;
    IntTuple strides{1, 1};
    IntTuple padding{0, 0}; ///< both sides (1 or 2 numbers), or top, left, bottom, right
    std::string layout = "NCHW";
    bool ceilMode = false;
    bool countIncludePad = false;
};

/// Declares the attributes of max_pool2d.
void declarePool2dAttrs(OpBuilder<Pool2dAttrs> &op);

/// The pooling of these attributes on known shapes whose last dimensions are height and width; all
/// others count as its batch.
[[nodiscard]] Result<Pool2dGeometry> pool2dGeometry(const Pool2dAttrs &attrs, bool isMax,
                                                    const Shape &data, const Shape &out);

} // namespace nervure
