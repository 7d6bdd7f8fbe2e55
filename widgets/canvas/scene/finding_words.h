// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

#include <QStringList>

namespace nervure {

class GraphDocument;

/// What is wrong with the nodes that a box shows, a sentence each, the worst first: "× units is
/// 'many', expected an integer". Nothing for boxes in subgraphs: the node that holds them says it.
[[nodiscard]] QStringList findingWords(const GraphDocument &document, const DrawnGraph &drawn,
                                       std::uint32_t box);

} // namespace nervure
