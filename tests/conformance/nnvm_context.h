// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/tensor.h"
#include "core/passes/pass_manager.h"
#include "tests/conformance/device_run.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace nervure::conformance {

/// What all NNVM cases share. Read by all threads, changed by none.
struct NnvmContext {
    const Builtins &builtins;
    const FormatSpec &format;
    std::filesystem::path folder;
    std::set<std::string> noReliance{}; ///< files whose values the READMEs say not to rely on
    DeviceRun device{};                 ///< empty: the reference

    [[nodiscard]] FormatContext formatContext() const
    {
        return {builtins.ops, Semantics::Exact, {}};
    }
    /// Runs passes in exact semantics. `attrs` are added to the graph's own attributes.
    [[nodiscard]] PassRun run(Graph graph, std::span<const PassRequest> passes,
                              const InputFacts &facts = {},
                              const std::vector<GraphAttr> &attrs = {}) const;
    /// The graph in a text.
    [[nodiscard]] Result<LoadedGraph> load(const std::string &text) const;
    /// The graph of a JSON value; throws when it is refused.
    [[nodiscard]] Graph graphOf(const nlohmann::json &json) const;
    /// What SaveJSON writes, without graph attributes; throws when it is refused.
    [[nodiscard]] nlohmann::json jsonOf(const Graph &graph) const;
};

/// {"x": {"shape": […], "dtype": "float32"}}, {"x": "unknown"} and the like as input facts.
[[nodiscard]] InputFacts factsOf(const nlohmann::json &oracle);

/// A type's name as a type; "unknown" and others give DType::Unknown.
[[nodiscard]] DType typeOf(const nlohmann::json &name);

[[nodiscard]] nlohmann::json typeCodes(const DTypes &types);

/// An analysis as JSON, types as codes; null when the pass has not provided it.
[[nodiscard]] nlohmann::json analysisJson(const Analyses &analyses, const std::string &name);

/// The message of the first error, or "no error".
[[nodiscard]] std::string firstError(const Diagnostics &diagnostics);

/// The step of that pass in a run; null when it was not reached.
[[nodiscard]] const PassResult *stepOf(const PassRun &run, const std::string &pass);

} // namespace nervure::conformance
