// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/ops/convolution/conv2d_geometry.h"

#include <string>

namespace nervure {

/// Attributes of NNVM's conv2d, of its blocked form and of its gradient.
struct Conv2dAttrs {
    int channels = 0;
    IntTuple kernelSize;
    IntTuple strides{1, 1};
    IntTuple padding{0, 0};
    IntTuple dilation{1, 1};
    int groups = 1;
    std::string layout = "NCHW";
    std::string outLayout = "__undef__";
    std::string kernelLayout = "OIHW";
    std::string outDtype = "same";
    bool useBias = true;
};

/// The convolution of these attributes on known shapes in NCHW and OIHW. Fails for shapes that do
/// not fit together.
[[nodiscard]] Result<Conv2dGeometry> conv2dGeometry(const Conv2dAttrs &attrs, const Shape &data,
                                                    const Shape &weight, const Shape &out);

} // namespace nervure
