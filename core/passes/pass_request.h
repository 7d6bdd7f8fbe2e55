// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// A pass with the options that differ from its defaults, as one step of a pipeline.
struct PassRequest {
    std::string name;
    std::vector<std::pair<std::string, std::string>> options{};

    bool operator==(const PassRequest &) const = default;
};

/// Reads "InferShape,PlanMemory{match_range=8,planner=arena}". A value with commas or braces stands in double
/// quotes, with \\ and \" inside: exec{command="fold --only a,b"}. Only the grammar is checked: which
/// passes and options there are is the pass manager's business.
[[nodiscard]] Result<std::vector<PassRequest>> parsePipeline(std::string_view text);

/// The text that parsePipeline() reads.
[[nodiscard]] std::string pipelineText(std::span<const PassRequest> passes);

} // namespace nervure
