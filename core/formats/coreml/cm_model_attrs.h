// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/coreml/cm_model.h"
#include "core/formats/coreml/cm_network.h"
#include "core/graph/graph.h"

#include <vector>

namespace nervure::coreml {

/// What a model says about itself, as attributes of the graph: `model`, `specificationVersion`, `outputs`,
/// `outputTypes`, `classes`, `classLabels`, `shortDescription`, `author` …; those alone that the file has.
[[nodiscard]] std::vector<GraphAttr> modelAttrs(const ModelMessage &model,
                                                const NetworkMessage &network);

} // namespace nervure::coreml
