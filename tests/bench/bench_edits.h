// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/wiring_edits.h"

#include <functional>
#include <vector>

namespace nervure::bench {

/// A kind of edit that is timed; making it fails for nodes that it does not fit.
struct EditKind {
    const char *name;
    std::function<Result<Edit>(const Graph &graph, NodeId node)> make;
};

inline Result<Edit> notFit()
{
    return makeError("bench", "the edit does not fit this node");
}

inline bool isPlainRelu(const Node &node)
{
    return node.op == "relu" && node.inputs.size() == 1;
}

/// Edits that leave a network whose shapes can be inferred. Of an annotation nothing follows; the attribute
/// gives other shapes to a few values; the others move what is drawn.
inline std::vector<EditKind> editKinds()
{
    return {{"annotate",
             [](const Graph &graph, NodeId id) {
                 return isPlainRelu(graph.node(id)) ? setAttribute(graph, {&id, 1}, "note", "1")
                                                    : notFit();
             }},
            {"attribute",
             [](const Graph &graph, NodeId id) {
                 return graph.node(id).op == "dense" ? setAttribute(graph, {&id, 1}, "units", "77")
                                                     : notFit();
             }},
            {"delete",
             [](const Graph &graph, NodeId id) {
                 return isPlainRelu(graph.node(id)) ? deleteNodes(graph, {&id, 1}, Readers::Bridge)
                                                    : notFit();
             }},
            {"rewire", [](const Graph &graph, NodeId id) {
                 // Past the operator in front: element by element, too, in these families.
                 const Node &node = graph.node(id);
                 const Node *source =
                     isPlainRelu(node) ? graph.find(node.inputs.front().node) : nullptr;
                 const bool fits = source && source->op == "batch_norm";
                 return fits ? rewireInput(graph, id, 0, source->inputs.front()) : notFit();
             }}};
}

} // namespace nervure::bench
