// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawing.h"
#include "tests/support/environment.h"
#include "widgets/style/qt_text_measure.h"

#include <memory>
#include <string>

namespace nervure::tests {

/// data → a → (b, c) → d → … : `units` diamonds in a row, of operators that nobody declares.
inline Graph diamonds(int units)
{
    Graph graph;
    Node data;
    data.name = "data";
    NodeId last = graph.add(data);
    const auto add = [&](const std::string &op, const std::string &name,
                         const std::vector<NodeId> &inputs) {
        Node node;
        node.op = op;
        node.name = name;
        for (const NodeId input : inputs) {
            node.inputs.push_back(Entry{input});
        }
        return graph.add(node);
    };
    for (int u = 0; u < units; ++u) {
        const std::string number = std::to_string(u);
        const NodeId a = add("my_conv", "a" + number, {last});
        const NodeId b = add("my_relu", "b" + number, {a});
        const NodeId c = add("my_pool", "c" + number, {a});
        last = add("my_add", "d" + number, {b, c});
    }
    graph.setHeads({Entry{last}});
    return graph;
}

/// Lays the graph out, every value labeled with `label`.
inline std::shared_ptr<const Drawing> draw(const Graph &graph,
                                           const std::string &label = "1×64×56×56")
{
    DrawnGraph drawn = makeDrawnGraph(graph, OpRegistry());
    for (DrawnEdge &edge : drawn.edges) {
        edge.label = label;
    }
    LayoutClientOptions options;
    options.helper = program("nervure-layout");
    LayoutClient client(options);
    const QtTextMeasure measure;
    Result<Drawing> drawing = makeDrawing(std::move(drawn), measure, client);
    return drawing ? std::make_shared<const Drawing>(std::move(*drawing)) : nullptr;
}

} // namespace nervure::tests
