// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/foreign/foreign_content.h"

namespace nervure {

// Whether the content is a message of these kinds. Protobuf files do not say what they are: the numbers of
// their fields do, as the projects' .proto files give them.

[[nodiscard]] bool isTensorFlowSavedModel(const ForeignContent &content);
/// A .meta file beside TensorFlow's checkpoints.
[[nodiscard]] bool isTensorFlowMetaGraph(const ForeignContent &content);
[[nodiscard]] bool isCaffeModel(const ForeignContent &content);
[[nodiscard]] bool isPaddleModel(const ForeignContent &content);

} // namespace nervure
