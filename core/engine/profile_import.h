// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"

#include <string_view>

namespace nervure {

/// A profile of the graph from a file of any program that we know: the document of `profile --json`, what
/// ONNX Runtime's profiler or TVM's debugger wrote, or another trace of Chrome's format whose events are
/// called as nodes are. Fails with "profile-file" on what is none of these, or names no node of the graph.
[[nodiscard]] Result<ProfileReport> importProfile(std::string_view text, const Graph &graph);

} // namespace nervure
