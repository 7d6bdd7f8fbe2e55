// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"
#include "tests/conformance/task_list.h"

#include <string>
#include <vector>

namespace nervure::conformance {

/// What a folder of NNVM's oracles asks of the context: operators, files the READMEs name.
void readNnvmFacts(NnvmContext &context);

/// The tasks of a folder with corpus, oracle, numeric and the lists of cases, as far as they are
/// there; `filter` is a pattern of case names with * and ?. The context must outlive them.
[[nodiscard]] std::vector<Task> nnvmTasks(const NnvmContext &context, const std::string &filter);

} // namespace nervure::conformance
