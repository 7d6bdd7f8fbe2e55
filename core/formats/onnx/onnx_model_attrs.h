// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "core/graph/graph.h"
#include "core/graph/model_facts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::onnx {

/// What a model says about itself and its graph, as attributes of the graph: `ir_version`, `opset_import`,
/// `producer_name`, `producer_version`, `domain`, `model_version`, `doc_string`, `graph_name`,
/// `graph_doc_string`, `metadata_props`, `functions` and `undefined_outputs` (model_facts.h); those alone that the file
/// has.
[[nodiscard]] std::vector<GraphAttr> modelAttrs(const ModelMessage &model,
                                                const GraphMessage &graph,
                                                const UndefinedOutputs &undefined);

/// The attributes of a graph, with the domains among its imports whose operators it has and the graph `before`, of the
/// file, had not: models import what they use.
[[nodiscard]] std::vector<GraphAttr> attrsWithImports(const Graph &graph, const Graph &before);

/// The field of a ModelProto, or the fields, that say what such an attribute does; empty for those of the graph and for
/// functions. Fails with code "onnx-model" where its JSON is something else.
[[nodiscard]] Result<std::string> modelFields(const GraphAttr &attr);
/// The number of that field; 0 for those that have none.
[[nodiscard]] std::uint32_t modelFieldNumber(std::string_view attr);

} // namespace nervure::onnx
