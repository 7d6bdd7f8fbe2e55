// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <set>
#include <string>

namespace nervure {

/// Lets these commands start, and no others: they are refused with "exec-refused".
[[nodiscard]] ProgramPermission allowPrograms(std::set<std::string> commands);

} // namespace nervure
