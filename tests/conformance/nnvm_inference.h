// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/passes/pass_manager.h"

#include <nlohmann/json_fwd.hpp>

#include <set>
#include <string>

namespace nervure::conformance {

/// What all NNVM cases share.
struct NnvmContext {
    const Builtins &builtins;
    const FormatSpec &format;
    std::set<std::string> nnvmOps; ///< every name that NNVM registers

    [[nodiscard]] FormatContext formatContext() const
    {
        return {builtins.ops, Semantics::Exact, {}};
    }
};

/// The first operator of the graph that NNVM has and this build has not; empty when there is none.
[[nodiscard]] std::string undeclaredOperator(const NnvmContext &context, const Graph &graph);

/// {"x": {"shape": […], "dtype": "float32"}}, {"x": "unknown"} and the like as input facts.
[[nodiscard]] InputFacts factsOf(const nlohmann::json &oracle);

/// One pass in exact semantics, continuing from `state`'s graph and analyses.
[[nodiscard]] PassRun runPass(const NnvmContext &context, const PassRun &state,
                              const std::string &pass, const InputFacts &facts);

/// A result before any pass.
[[nodiscard]] PassRun initialState(Graph graph);

[[nodiscard]] nlohmann::json typeCodes(const DTypes &types);

/// The message of the first error, or "no error".
[[nodiscard]] std::string firstError(const Diagnostics &diagnostics);

} // namespace nervure::conformance
