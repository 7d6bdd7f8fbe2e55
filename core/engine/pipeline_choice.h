// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

struct Builtins;

/// A pipeline of the engine as `--pipeline` names it, with what is changed in it: "device", "nnvm:2",
/// "device{FuseOperators=off,EliminateDeadNodes=on,AlterOpLayout.device=reference}".
struct PipelineChoice {
    std::string name; ///< "device", "none", "nnvm", "nnvm:N"
    /// In order: a pass that is switched ("on", "off"), or PASS.option and its value.
    std::vector<std::pair<std::string, std::string>> changes{};

    [[nodiscard]] bool isChanged() const { return !changes.empty(); }
    bool operator==(const PipelineChoice &) const = default;
};

/// Reads such a text. Fails with "usage".
[[nodiscard]] Result<PipelineChoice> parsePipelineChoice(std::string_view text);
/// The text that is read so.
[[nodiscard]] std::string pipelineChoiceText(const PipelineChoice &choice);

/// Changes a list of passes; fails with "usage" where a change names no pass that runs, or switches on one that
/// there is not.
using PassChange = std::function<Status(std::vector<PassRequest> &)>;

/// The changes, for the passes that lower and compile that graph, or the bodies in it: what is changed in the pass
/// that lowers it is no business of theirs. A pass that is switched on runs first, once the model is lowered, unless
/// it runs already. Empty where nothing is changed. `builtins` must outlive it.
[[nodiscard]] PassChange passChangeOf(const PipelineChoice &choice, const Graph &graph,
                                      const Builtins &builtins);

/// The passes that compile the graph for a device, with the options that differ from their defaults: what can be
/// switched in the pipeline "device". None where nothing is compiled. Passes that only infer are left out.
[[nodiscard]] std::vector<PassRequest> devicePassesOf(const Graph &graph, const Builtins &builtins);

} // namespace nervure
