// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"

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
    KernelFacts facts; ///< of the compiled kernel, where a device has told them
};

/// The kernels of a plan's layers, in the order they are launched; with what the device says of them where the
/// plan is prepared on one.
[[nodiscard]] std::vector<LayerKernel> layerKernels(const ExecutionPlan &plan,
                                                    const PreparedPlan *prepared = nullptr);

/// {sources [text], kernels [{layer, kernel, algorithm, global, local, local_bytes, source, facts}]}.
[[nodiscard]] nlohmann::ordered_json layerKernelsJson(const std::vector<LayerKernel> &kernels);
/// {local_bytes, private_bytes, most_items, items_multiple, log, log_is_own}.
[[nodiscard]] nlohmann::ordered_json kernelFactsJson(const KernelFacts &facts);
[[nodiscard]] KernelFacts kernelFactsFrom(const nlohmann::ordered_json &json);
/// Reads that; what is no kernel in it is left out.
[[nodiscard]] std::vector<LayerKernel> layerKernelsFrom(const nlohmann::ordered_json &json);

} // namespace nervure
