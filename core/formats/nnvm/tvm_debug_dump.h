// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

// What TVM's debug executor writes while it runs a graph (python/tvm/contrib/debugger/debug_result.py):
// _tvmdbg_graph_dump.json, in which the operator of a node is its kernel's name or "param", inputs are names
// of nodes, and each node has its own shape and type; and since 0.7 _tvmdbg_execution_trace.json, in which
// Chrome's tracing shows how long each node took.

/// Reads a dump as the runtime's graph that it was made of. That of which output of a node an input is the
/// dump does not say: it is taken for the first, with a warning where there are others.
[[nodiscard]] Result<LoadedGraph> readTvmDebugDump(std::string_view text,
                                                   const FormatContext &context);

/// Where the times of a dump lie; nothing where there are none.
[[nodiscard]] std::optional<std::filesystem::path> traceOfDebugDump(
    const std::filesystem::path &dump);

/// How long a node took.
struct DebugTime {
    NodeId node;
    double ms = 0;
};

/// The times in a trace, of calls of kernels in the graph's order. Fails with the code "tvm-trace" for a text
/// that is no such trace, or one of another graph.
[[nodiscard]] Result<std::vector<DebugTime>> timesOfDebugTrace(std::string_view trace,
                                                               const Graph &graph);

/// The same of the trace that lies beside a dump; nothing where there is none. A trace that cannot be used
/// is a warning in `diagnostics`.
[[nodiscard]] std::vector<DebugTime> timesBesideDump(const std::filesystem::path &dump,
                                                     const Graph &graph, Diagnostics &diagnostics);

} // namespace nervure
