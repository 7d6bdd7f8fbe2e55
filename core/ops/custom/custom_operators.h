// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace nervure {

/// The files with declarations, each as it is now.
[[nodiscard]] Result<std::vector<OperatorFile>> readOperatorFiles(
    const std::vector<std::string> &paths);

/// Makes known what these files declare, in place of what others declared before. Nothing changes where one is at
/// fault: fails with one message, located in it. An operator that is built in, or declared twice, is a fault.
[[nodiscard]] Status declareOperators(std::vector<OperatorFile> files, const OpRegistry &ops);

/// The same for some of the files: makes known what `now` declares in place of `before`. A file that is known by
/// another path stays as it is.
[[nodiscard]] Status exchangeOperators(const std::vector<OperatorFile> &before,
                                       const std::vector<OperatorFile> &now, const OpRegistry &ops);

} // namespace nervure
