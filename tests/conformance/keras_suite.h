// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/frontend_context.h"
#include "tests/conformance/task_list.h"

#include <string>
#include <vector>

namespace nervure::conformance {

/// A task for each file of a model (keras/README.md).
[[nodiscard]] std::vector<Task> kerasTasks(const FrontendContext &context,
                                           const std::string &filter);

} // namespace nervure::conformance
