// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/formats/onnx/model_bytes.h"

/// A model that is large enough to stay on the disk.
namespace nervure::tests {

/// y = Softmax(MatMul(x, w)) with `w` of 17 MiB.
inline std::string largeModel(std::int64_t axis = 1)
{
    constexpr std::int64_t count = (std::int64_t{17} << 20) / 4;
    return modelOf(initializerField("w", count) + valueField(graph::input, "x", {"4"})
                   + nodeField("MatMul", {"x", "w"}, {"m"}, "matmul")
                   + nodeField("Softmax", {"m"}, {"y"}, "softmax", intAttribute("axis", axis))
                   + valueField(graph::output, "y", {"4"}));
}

} // namespace nervure::tests
