// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// Compares what is declared of an operator with NNVM's registry: its own name, its aliases, its
/// fusion pattern, its number of inputs and outputs, and the attributes that the registry lists
/// with whether they are required.
void runNnvmOperatorCase(const NnvmContext &context, const nlohmann::json &record,
                         FileReport &report);

} // namespace nervure::conformance
