// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_tensor.h"
#include "core/graph/attr_dict.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace nervure::onnx {

/// What the tensors of a file say of the variables that stand for them (graph/onnx_variable.h): large models have
/// many of few shapes, whose variables share what is said of them.
class TensorDescriptions {
public:
    /// Sets a tensor's type and shape, for which what the graph says of the variable gives way, where its values
    /// are, and few of them.
    void describe(const TensorMessage &tensor, AttrDict &attrs);

private:
    /// Type, dimensions and, of values outside, their file, whose name is kept by whoever asks.
    using Kind =
        std::tuple<std::int64_t, std::vector<std::int64_t>, std::optional<std::string_view>>;

    std::map<Kind, AttrDict> m_shared;
};

} // namespace nervure::onnx
