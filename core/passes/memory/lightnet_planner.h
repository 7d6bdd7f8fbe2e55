// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <vector>

namespace nervure {

/// Where LightNet keeps each tensor. Offsets begin at 1.
struct LightNetPlan {
    /// Memory given, or with 0 bytes: given back.
    struct Event {
        std::uint32_t entry = 0; ///< the tensor whose memory it is
        std::int64_t offset = 0;
        std::int64_t bytes = 0;
    };
    std::vector<std::int64_t> id; ///< by entry: those of equal numbers share one tensor's memory
    std::vector<std::int64_t> offset; ///< by entry
    /// By entry: the input of its operator that it lies in, or -1.
    std::vector<std::int64_t> inplaceIndex;
    std::int64_t bytes = 0; ///< the largest end: one more than what is used
    std::vector<Event> events;
};

/// LightNet's planner, over the operators in the order in which LightNet runs them: static tensors
/// first, for good; then the outputs of each operator, given back after the last that reads them.
/// So an output never shares memory with its operator's inputs but where it is the same tensor.
/// Needs all shapes and types.
[[nodiscard]] Result<LightNetPlan> planLightNet(const PassContext &context, std::int64_t alignment);

} // namespace nervure
