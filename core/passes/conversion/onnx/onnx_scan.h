// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <vector>

namespace nervure {

class OnnxFlowMaker;

/// Makes a loop of our own of ONNX's Scan; its outputs. Before version 9 a Scan has batches, and the loop goes
/// over them.
[[nodiscard]] Result<std::vector<Entry>> lowerOnnxScan(OnnxFlowMaker &maker);

} // namespace nervure
