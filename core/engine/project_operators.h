// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <string>
#include <string_view>

namespace nervure {

/// Makes known what the files in a project declare, beside what is known already; before its model is read.
/// Does nothing where the bytes are no project. Files that are known stay; a declaration that is another one
/// than is known stays away, which is a warning. `name` is the project's, for messages.
void learnProjectOperators(std::string_view bytes, const std::string &name, const OpRegistry &ops,
                           Diagnostics &diagnostics);

} // namespace nervure
