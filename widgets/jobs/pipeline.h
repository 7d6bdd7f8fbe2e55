// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/step_break.h"
#include "core/passes/pass_request.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A pass of a list that people arrange.
struct PipelinePass {
    PassRequest request;
    bool isOn = true; ///< else it stays in the list and is not run

    bool operator==(const PipelinePass &) const = default;
};
using Pipeline = std::vector<PipelinePass>;

/// A condition that passes stop at, of a list that people keep.
struct PassBreak {
    std::string text; ///< as StepBreak::parse() reads it
    bool isOn = true; ///< else it stays in the list and stops nothing

    bool operator==(const PassBreak &) const = default;
};
using PassBreaks = std::vector<PassBreak>;

/// Those that passes stop at; without what cannot be read.
[[nodiscard]] std::vector<StepBreak> conditionsOf(const PassBreaks &breaks);

/// The command of the program that a pass starts; nothing: it starts none.
[[nodiscard]] std::optional<std::string> commandOf(const PassRequest &request);

/// Those that are run.
[[nodiscard]] std::vector<PassRequest> requestsOf(const Pipeline &pipeline);
/// All of them, on.
[[nodiscard]] Pipeline pipelineOf(const std::vector<PassRequest> &requests);

} // namespace nervure
