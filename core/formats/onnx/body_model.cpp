// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/body_model.h"

#include "core/graph/edits/fragment.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace nervure::onnx {

namespace {

/// Which body of which node, from the outermost graph on.
using BodyPath = std::vector<std::pair<NodeId, std::size_t>>;

bool findPath(const Graph &graph, const Graph &body, BodyPath &path)
{
    for (const NodeId id : graph.nodes()) {
        const auto &bodies = graph.node(id).subgraphs;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            path.emplace_back(id, i);
            if (bodies[i].get() == &body || findPath(*bodies[i], body, path)) {
                return true;
            }
            path.pop_back();
        }
    }
    return false;
}

/// What the innermost of the graphs says of a value that it has itself, for a variable in its place.
AttrDict attrsAround(const std::vector<const Graph *> &around, const std::string &name)
{
    for (auto graph = around.rbegin(); graph != around.rend(); ++graph) {
        for (const NodeId id : (*graph)->nodes()) {
            const Node &node = (*graph)->node(id);
            const bool isIt =
                node.isVariable() && node.name == name && !node.attrs.find(onnx_variable::outer);
            if (isIt) {
                return node.attrs;
            }
        }
    }
    return {};
}

/// Facts of the model that are true of a body, too.
std::vector<GraphAttr> factsOfBody(const Graph &part)
{
    std::vector<GraphAttr> facts = part.attrs();
    std::erase_if(facts, [](const GraphAttr &attr) {
        return attr.name == "graph_name" || attr.name == "graph_doc_string";
    });
    return facts;
}

} // namespace

Result<CarriedPart> bodyModel(const Graph &graph, const Graph &body, const SourceModel &model,
                              const OpRegistry &ops)
{
    BodyPath path;
    if (!findPath(graph, body, path)) {
        return makeError("no-such-node", "the graph holds no such body");
    }
    const NodeId nodes[]{path.front().first};
    CarriedPart part;
    ASSIGN_OR_RETURN(part.graph, extractGraph(graph, nodes, inferredTypes(graph, ops)));
    if (!model.bytes.empty()) {
        ASSIGN_OR_RETURN(part, carryValues(std::move(part.graph), model));
    }
    std::vector<const Graph *> around{&part.graph};
    for (const auto &[node, number] : path) {
        around.push_back(around.back()->node(node).subgraphs[number].get());
    }
    Graph alone = *around.back();
    around.pop_back();
    const std::vector<NodeId> ids(alone.nodes().begin(), alone.nodes().end());
    for (const NodeId id : ids) {
        if (alone.node(id).attrs.find(onnx_variable::outer)) {
            alone.edit(id).attrs = attrsAround(around, alone.node(id).name);
        }
    }
    alone.setAttrs(factsOfBody(part.graph));
    return CarriedPart{std::move(alone), std::move(part.left)};
}

} // namespace nervure::onnx
