// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// A kernel that a layer launches, with the text that is compiled for it.
struct LayerKernel {
    std::uint32_t layer = 0; ///< LayerProfile::id
    std::string entry;       ///< kernel function
    std::string algorithm;
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{0, 0, 0}; ///< all 0: the driver chooses
    std::int64_t localBytes = 0;               ///< of local memory that its arguments ask for
    std::shared_ptr<const std::string> source; ///< shared by kernels of one text
};

/// The kernels of a plan's layers, in the order they are launched.
[[nodiscard]] std::vector<LayerKernel> layerKernels(const ExecutionPlan &plan);

/// {sources [text], kernels [{layer, kernel, algorithm, global, local, local_bytes, source}]}.
[[nodiscard]] nlohmann::ordered_json layerKernelsJson(const std::vector<LayerKernel> &kernels);
/// Reads that; what is no kernel in it is left out.
[[nodiscard]] std::vector<LayerKernel> layerKernelsFrom(const nlohmann::ordered_json &json);

} // namespace nervure
