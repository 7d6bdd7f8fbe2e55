// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "core/graph/graph.h"

#include <vector>

namespace nervure::onnx {

/// What a model says about itself and its graph, as attributes of the graph: `ir_version`, `opset_import`,
/// `producer_name`, `producer_version`, `domain`, `model_version`, `doc_string`, `graph_name`,
/// `graph_doc_string`, `metadata_props`; those alone that the file has.
[[nodiscard]] std::vector<GraphAttr> modelAttrs(const ModelMessage &model,
                                                const GraphMessage &graph);

} // namespace nervure::onnx
