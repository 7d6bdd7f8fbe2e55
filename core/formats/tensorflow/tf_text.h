// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>

/// Graphs in protobuf's text format (.pbtxt).
namespace nervure::tensorflow {

/// Whether a text is a graph, as its beginning tells.
[[nodiscard]] bool isGraphText(std::string_view text);

/// The same graph as the binary file has it (GraphDef); fields that we do not look at are left out. Fails with line
/// and column (code "pbtxt").
[[nodiscard]] Result<std::string> binaryOfText(std::string_view text);

} // namespace nervure::tensorflow
