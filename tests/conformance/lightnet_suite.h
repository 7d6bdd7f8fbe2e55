// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/lightnet_context.h"
#include "tests/conformance/task_list.h"

namespace nervure::conformance {

/// The tasks of a folder with corpus, oracle, errors.json, cli.json, il2json.json and extra, as far
/// as they are there; `filter` is a pattern of case names with * and ?. The context must outlive
/// them.
[[nodiscard]] std::vector<Task> lightNetTasks(const LightNetContext &context,
                                              const std::string &filter);

} // namespace nervure::conformance
