// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_request.h"

#include <vector>

namespace nervure {

/// A pass of a list that people arrange.
struct PipelinePass {
    PassRequest request;
    bool isOn = true; ///< else it stays in the list and is not run

    bool operator==(const PipelinePass &) const = default;
};
using Pipeline = std::vector<PipelinePass>;

/// Those that are run.
[[nodiscard]] std::vector<PassRequest> requestsOf(const Pipeline &pipeline);
/// All of them, on.
[[nodiscard]] Pipeline pipelineOf(const std::vector<PassRequest> &requests);

} // namespace nervure
