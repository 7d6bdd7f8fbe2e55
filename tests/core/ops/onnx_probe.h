// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nervure::tests {

/// One operator of ONNX's, asked what its outputs are.
class OnnxProbe {
public:
    /// `opset` chooses the version.
    OnnxProbe(std::string op, std::uint16_t opset, AttrDict attrs = {});

    /// The outputs for inputs such as "float32[batch, 3]", "int64[2] = 1, -1" (with elements) and "" (left
    /// out): "float32[batch, 6]; int64[2] = batch, 6" or "error: " and what the rule says.
    [[nodiscard]] std::string outputs(const std::vector<std::string> &inputs,
                                      std::size_t count = 1) const;

private:
    std::string m_op;
    std::uint16_t m_opset;
    AttrDict m_attrs;
};

} // namespace nervure::tests
