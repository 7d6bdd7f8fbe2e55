// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nervure {

struct OpSpec;

/// The reference of the query language as text: grammar, keys, flags, functions, examples. Made
/// from the tables that the parser reads.
[[nodiscard]] std::string queryReference();

/// How nodes of an operator are found: "op:conv2d & attr.channels:…".
[[nodiscard]] std::string queryForOperator(const OpSpec &op);

} // namespace nervure
