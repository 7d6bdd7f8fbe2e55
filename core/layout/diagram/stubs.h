// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/text_measure.h"

#include <string>

namespace nervure {

/// The name of the box that a stub's value comes from.
[[nodiscard]] const std::string &stubSource(const DrawnGraph &graph, const DrawnEdge &edge);

/// What the tag of a stub says: stubSource(), cut to fit.
[[nodiscard]] std::string stubText(const DrawnGraph &graph, const DrawnEdge &edge,
                                   const TextMeasure &measure);

} // namespace nervure
