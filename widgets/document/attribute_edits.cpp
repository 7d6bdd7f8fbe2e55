// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/attribute_edits.h"

#include "core/builtins.h"
#include "core/graph/edits/edit.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

namespace nervure {

namespace {

struct AttributeEdits {
    Q_DECLARE_TR_FUNCTIONS(AttributeEdits)
};

Status checkNodes(const Graph &graph, const std::vector<NodeId> &nodes)
{
    for (const NodeId node : nodes) {
        if (!graph.contains(node)) {
            return makeError("no-such-node", "the node is no longer in the graph");
        }
    }
    return {};
}

/// "conv0", or "3 nodes".
QString subject(const Graph &graph, const std::vector<NodeId> &nodes)
{
    return nodes.size() == 1
               ? toQString(graph.node(nodes.front()).name)
               : AttributeEdits::tr("%n node(s)", nullptr, static_cast<int>(nodes.size()));
}

/// One edit for each, or nothing to do.
Status applyAll(GraphDocument &document, CompositeEdit edits, const QString &text)
{
    if (edits.edits.empty()) {
        return {};
    }
    if (edits.edits.size() == 1) {
        return document.apply(edits.edits.front(), text);
    }
    return document.apply({std::move(edits)}, text);
}

} // namespace

Status steps::setAttribute(GraphDocument &document, const std::vector<NodeId> &nodes,
                           const std::string &key, const std::string &value)
{
    const Graph &graph = document.graph();
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    CompositeEdit edits;
    for (const NodeId id : nodes) {
        const Node &node = graph.node(id);
        RETURN_IF_FAILED(checkAttribute(document.builtins().ops, node, key, value));
        const std::string *present = node.attrs.find(key);
        if (present == nullptr || *present != value) {
            edits.edits.push_back({SetAttribute{id, key, value, {}}});
        }
    }
    return applyAll(document, std::move(edits),
                    AttributeEdits::tr("Set %1 of %2").arg(toQString(key), subject(graph, nodes)));
}

Status steps::removeAttribute(GraphDocument &document, const std::vector<NodeId> &nodes,
                              const std::string &key)
{
    const Graph &graph = document.graph();
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    CompositeEdit edits;
    for (const NodeId id : nodes) {
        if (graph.node(id).attrs.find(key) != nullptr) {
            edits.edits.push_back({RemoveAttribute{id, key}});
        }
    }
    return applyAll(
        document, std::move(edits),
        AttributeEdits::tr("Remove %1 from %2").arg(toQString(key), subject(graph, nodes)));
}

} // namespace nervure
