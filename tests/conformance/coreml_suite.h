// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/frontend_context.h"
#include "tests/conformance/task_list.h"

namespace nervure::conformance {

/// The tasks of a folder with models and results, as far as they are there; `filter` is a pattern of
/// case names with * and ?. The context must outlive them.
[[nodiscard]] std::vector<Task> coreMlTasks(const FrontendContext &context,
                                            const std::string &filter);

} // namespace nervure::conformance
