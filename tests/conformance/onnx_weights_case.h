// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace nervure {
class Graph;
}

namespace nervure::conformance {

/// A parameter that from_onnx returns, with its values from the model.
struct ReadParam {
    std::string name;
    std::vector<std::int64_t> shape;
    std::string type;
    Tensor tensor; ///< a scalar's has one dimension
};

/// The parameters of a model in the order in which from_onnx returns them.
[[nodiscard]] Result<std::vector<ReadParam>> readOnnxParams(const Graph &model,
                                                            const std::string &bytes,
                                                            const std::filesystem::path &path);

[[nodiscard]] TensorMap tensorsOf(const std::vector<ReadParam> &params);

/// Order, names, shapes, types and, where they are recorded, values.
[[nodiscard]] Finding compareParams(const Result<std::vector<ReadParam>> &params,
                                    const nlohmann::json &expected);

} // namespace nervure::conformance
