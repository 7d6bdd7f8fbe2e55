// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <map>
#include <string>

namespace nervure {

/// Gives a node's bodies, and those in them, new names, by the old ones, of the values that they take from around them
/// (onnx_variable::outer).
void renameOuterValues(Node &node, const std::map<std::string, std::string> &names);

} // namespace nervure
