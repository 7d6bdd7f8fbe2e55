// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/tensor.h"
#include "core/graph/semantics.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace nervure::conformance {

/// The results of a run with the names of what they are, in the order of the graph's heads.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// Runs a graph somewhere, each node by a kernel of its own where there is one: values of variables
/// in, results out.
using DeviceRun =
    std::function<Result<NamedTensors>(const Graph &, const TensorMap &values, Semantics)>;

/// Nodes that a device left to the host, with the reasons.
using HostNotes = std::vector<std::string>;

/// A way to run graphs on a device, named as on the command line. May be used by several threads: it
/// runs one graph at a time, and only then adds to `notes`. They and `builtins` must outlive it.
/// `computesInHalf`: see DeviceTraits::halfArithmetic.
[[nodiscard]] Result<DeviceRun> openDevice(const std::string &name, const Builtins &builtins,
                                           HostNotes &notes, bool computesInHalf = false);

} // namespace nervure::conformance
