// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

namespace nervure {

/// The release whose files need no upgrade, and which the canonical writer writes: 1.9.1.
inline constexpr std::int64_t newestMXNet = 10901;

/// What "mxnet_version" of a graph says: 10901 for 1.9.1, 905 for 0.9.5; 800 when it says nothing, as
/// MXNet takes it.
[[nodiscard]] std::int64_t mxnetVersion(const Graph &graph);

/// Makes of a symbol that an older release wrote what MXNet 1.9.1 makes of it when it reads it
/// (src/nnvm/legacy_json_util.cc): hidden keys in today's spelling, at the variable that they are about;
/// auxiliary states, which files before 0.9 leave out, as variables; initializers of variables.
/// New nodes have no place in the file.
void upgradeMXNet(Graph &graph, const OpRegistry &ops);

} // namespace nervure
