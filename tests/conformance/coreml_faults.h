// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"

#include <string>

namespace nervure::conformance {

/// Where what NNVM's importer makes of a Core ML network computes something else than Core ML's specification says:
/// the layer, and why; empty: nowhere.
[[nodiscard]] std::string nnvmFault(const PassRun &inferred);

} // namespace nervure::conformance
