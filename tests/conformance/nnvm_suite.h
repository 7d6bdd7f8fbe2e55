// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "tests/conformance/report.h"

#include <filesystem>
#include <string>

namespace nervure::conformance {

/// Runs a folder with corpus, oracle, errors.json and ops.json of NNVM; `filter` is a pattern of
/// case names with * and ?.
void runNnvmSuite(const std::filesystem::path &folder, const std::string &filter,
                  const Builtins &builtins, Report &report);

} // namespace nervure::conformance
