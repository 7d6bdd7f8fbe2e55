// SPDX-License-Identifier: Apache-2.0
#include "app/commands/node_selection.h"

#include "app/files/document_session.h"
#include "core/graph/analysis/reachability.h"
#include "widgets/text/format.h"

#include <QClipboard>
#include <QGuiApplication>

#include <span>

namespace nervure {

namespace {

struct Start {
    NodeSet all;
    NodeSet first;
    NodeSet last;
};

std::vector<NodeId> reached(const Graph &graph, const Start &start, SelectionStep step)
{
    const Reachability reach(graph);
    switch (step) {
    case SelectionStep::Ancestors: return nodesOf(graph, reach.ancestors(start.all));
    case SelectionStep::Descendants: return nodesOf(graph, reach.descendants(start.all));
    case SelectionStep::Operands: return nodesOf(graph, reach.operands(start.all));
    case SelectionStep::Users: return nodesOf(graph, reach.users(start.all));
    case SelectionStep::Path: return reach.path(start.first, start.last);
    case SelectionStep::Between: break;
    }
    return nodesOf(graph, reach.between(start.first, start.last));
}

} // namespace

bool canSelect(const DocumentSession &session, SelectionStep step)
{
    const bool needsTwo = step == SelectionStep::Path || step == SelectionStep::Between;
    return session.selection.nodes().size() >= (needsTwo ? 2U : 1U);
}

void selectAlong(DocumentSession &session, SelectionStep step)
{
    if (!canSelect(session, step)) {
        return;
    }
    // A step is linear in the graph: a few milliseconds for a hundred thousand nodes.
    const std::shared_ptr<const Graph> graph = session.document.stage().graph;
    const std::vector<NodeId> selected = session.selection.nodes();
    const Start start{nodeSet(*graph, selected), nodeSet(*graph, std::span(&selected.front(), 1)),
                      nodeSet(*graph, std::span(&selected.back(), 1))};
    std::vector<NodeId> nodes = reached(*graph, start, step);
    if (nodes.empty()) {
        return;
    }
    if (step == SelectionStep::Ancestors || step == SelectionStep::Descendants) {
        const NodeSet found = nodeSet(*graph, nodes);
        for (const NodeId node : selected) {
            if (!found[node.value]) {
                nodes.push_back(node);
            }
        }
    }
    session.selection.setNodes(std::move(nodes));
}

void selectAll(DocumentSession &session)
{
    const auto nodes = session.document.stage().graph->nodes();
    session.selection.setNodes({nodes.begin(), nodes.end()});
}

void copyNames(const DocumentSession &session)
{
    QStringList names;
    for (const NodeId node : session.selection.nodes()) {
        names.append(toQString(session.document.stage().graph->node(node).name));
    }
    QGuiApplication::clipboard()->setText(names.join(u'\n'));
}

} // namespace nervure
