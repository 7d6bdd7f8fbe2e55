// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawing.h"
#include "core/layout/export/svg_writer.h"

#include <string>
#include <utility>
#include <vector>

namespace nervure::tests {

/// A node that reads the first outputs of `inputs`.
inline Node nodeOf(const std::string &op, const std::string &name,
                   const std::vector<NodeId> &inputs = {})
{
    Node made;
    made.op = op;
    made.name = name;
    for (const NodeId input : inputs) {
        made.inputs.push_back(Entry{input});
    }
    return made;
}

/// The graph laid out without a helper, as SVG.
inline Result<std::string> svgOf(DrawnGraph graph, const SvgOptions &options = {})
{
    LayoutClient client(LayoutClientOptions{});
    const TableTextMeasure measure;
    const Result<Drawing> drawing = makeDrawing(std::move(graph), measure, client);
    if (!drawing) {
        return drawing.error();
    }
    return writeSvg(*drawing, measure, options);
}

} // namespace nervure::tests
