// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"
#include "core/formats/nnvm/tvm_debug_dump.h"

namespace nervure {

/// What TVM's debugger measured, as a profile: a layer for each call, of one run. What it did not measure
/// (launches, work, the whole run's wall time beyond the sum) stays as in an empty report.
[[nodiscard]] ProfileReport profileOfDebugTimes(const std::vector<DebugTime> &times,
                                                const Graph &graph);

} // namespace nervure
