// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/tensor.h"
#include "tests/conformance/device_run.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nervure::conformance {

/// What all LightNet cases share. Read by all threads, changed by none.
struct LightNetContext {
    const Builtins &builtins;
    const FormatSpec &format;
    std::filesystem::path folder;
    DeviceRun device; ///< where fixed semantics run; exact ones are the host's business

    [[nodiscard]] FormatContext formatContext() const
    {
        return {builtins.ops, Semantics::Exact, {}};
    }
};

/// What is done with a document before it runs.
enum class LightNetMode {
    Compile,         ///< as the program does: ordered, given its CPU's optypes, planned
    WithoutExpander, ///< the same for a document that names those optypes itself
    RunOnly,         ///< `-r`: the document says where its tensors lie
};

/// A document and what is to be done with it.
struct LightNetJob {
    const LightNetContext &context;
    const Graph &graph;
    LightNetMode mode = LightNetMode::Compile;
    std::filesystem::path weights{}; ///< `-f`; empty: none
};

/// A document as LightNet compiles it for its CPU.
struct LightNetBuild {
    Graph graph;         ///< operators in the order in which they run, optypes of the backend
    std::string emitted; ///< the text of the compiled document
    std::map<std::string, std::int64_t> offsets; ///< of every tensor, by name; from 1
    std::map<std::string, std::string> owners; ///< aliases: whose memory they are in (their source)
    std::int64_t bytes = 0;                    ///< mem_sizes of LN_MEM_CPU
    /// ["alloc", offset, bytes, tensor] and ["free", offset] in the order in which they happen.
    nlohmann::json events;
};

[[nodiscard]] Result<LightNetBuild> buildLightNet(const LightNetJob &job);

/// What a run of a document leaves.
struct LightNetRun {
    /// After each operator of LightNetBuild::graph: its outputs by name.
    std::vector<std::map<std::string, Tensor>> outputs;
    std::map<std::string, Tensor> final; ///< every tensor at the end
};

/// Runs with LightNet's arithmetic on a zeroed arena, where empty kernels do nothing.
[[nodiscard]] Result<LightNetRun> runLightNet(const LightNetJob &job);

/// What a run prints on standard output.
[[nodiscard]] Result<std::string> printLightNet(const LightNetJob &job);

/// The JSON document that a text in the .net language stands for.
[[nodiscard]] Result<std::string> translateNet(const std::string &text);

} // namespace nervure::conformance
