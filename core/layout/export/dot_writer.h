// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/card_look.h"
#include "core/layout/diagram/drawing.h"

#include <string>

namespace nervure {

struct DotOptions {
    bool isDark = false;
    LayoutDirection direction = LayoutDirection::Down;
    CardLooks lookOf{};
};

/// The picture in Graphviz's language (https://graphviz.org/doc/info/lang.html): cards, pills and lines
/// with what they say, open groups as clusters. Where all stands is left to Graphviz.
///
/// Nodes of the graph are called `n` and their NodeId, boxes that are none of it `b` and their place
/// in `graph.nodes`.
[[nodiscard]] std::string writeDot(const DrawnGraph &graph, const DotOptions &options = {});

} // namespace nervure
