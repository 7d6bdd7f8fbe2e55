// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/outer_names.h"

#include "core/graph/onnx_variable.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Whether the graph, or one in it, takes a value of those names from around it.
bool takesAny(const Graph &body, const std::map<std::string, std::string> &names)
{
    return std::any_of(body.nodes().begin(), body.nodes().end(), [&](NodeId id) {
        const Node &node = body.node(id);
        return (node.attrs.find(onnx_variable::outer) && names.count(node.name) != 0)
               || std::any_of(node.subgraphs.begin(), node.subgraphs.end(),
                              [&](const auto &inner) { return takesAny(*inner, names); });
    });
}

} // namespace

void renameOuterValues(Node &node, const std::map<std::string, std::string> &names)
{
    for (std::size_t i = 0; i < node.subgraphs.size(); ++i) {
        if (names.empty() || !takesAny(*node.subgraphs[i], names)) {
            continue;
        }
        Graph body = *node.subgraphs[i];
        const std::vector<NodeId> ids(body.nodes().begin(), body.nodes().end());
        for (const NodeId id : ids) {
            const Node &inner = body.node(id);
            if (inner.attrs.find(onnx_variable::outer)) {
                if (const auto name = names.find(inner.name); name != names.end()) {
                    body.edit(id).name = name->second;
                }
            } else if (!inner.subgraphs.empty()) {
                renameOuterValues(body.edit(id), names);
            }
        }
        node.subgraphs[i] = std::make_shared<const Graph>(std::move(body));
    }
}

} // namespace nervure
