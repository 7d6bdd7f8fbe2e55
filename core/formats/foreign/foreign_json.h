// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/foreign/foreign_content.h"

namespace nervure {

// Whether the content is a JSON document of these kinds, by the names of its members.

/// TVM's Relax functions and modules as tvm.ir.save_json() writes them.
[[nodiscard]] bool isRelaxJson(const ForeignContent &content);
/// The same of any other objects of TVM: Relay's, by and large.
[[nodiscard]] bool isRelayJson(const ForeignContent &content);
/// model.json of TensorFlow.js.
[[nodiscard]] bool isTensorFlowJsModel(const ForeignContent &content);
/// Graphs and collections of graphs of Google's Model Explorer.
[[nodiscard]] bool isModelExplorerJson(const ForeignContent &content);
[[nodiscard]] bool isOnnxJson(const ForeignContent &content);
/// GraphDef as JSON.
[[nodiscard]] bool isTensorFlowJson(const ForeignContent &content);
/// Events as Chrome's tracing and Perfetto show them.
[[nodiscard]] bool isTraceJson(const ForeignContent &content);

} // namespace nervure
