// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/graph_changes.h"

#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

namespace {

struct GraphChanges {
    Q_DECLARE_TR_FUNCTIONS(GraphChanges)
};

using Origins = std::unordered_map<NodeId, const Provenance::Origin *>;

bool sayTheSame(const Node &a, const Node &b)
{
    return a.op == b.op && a.name == b.name && a.attrs == b.attrs;
}

/// Where in a file a node came from is nothing that a pass changes.
bool areEqual(Node a, const Node &b)
{
    a.sourceIndex = b.sourceIndex;
    return a == b;
}

NodeChange changeOf(NodeId id, const Graph &before, const Graph &after, const Origins &origins)
{
    const auto told = origins.find(id);
    const bool isTold = told != origins.end();
    NodeChange change{ChangeMark::Fused, id, {}, {}};
    if (isTold) {
        change.from = told->second->from;
        change.reason = told->second->reason;
    }
    if (change.from.size() > 1) {
        return change;
    }
    const Node &node = after.node(id);
    const NodeId source = !isTold ? id : change.from.empty() ? NodeId() : change.from.front();
    const Node *old = before.find(source);
    if (!old) {
        change.mark = ChangeMark::Added;
        return change;
    }
    const bool isSame = source == id ? areEqual(*old, node) : sayTheSame(*old, node);
    const bool isSuccessor = source == id || old->name == node.name;
    change.mark = isSame ? ChangeMark::None : isSuccessor ? ChangeMark::Changed : ChangeMark::Added;
    return change;
}

} // namespace

QString changeSign(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return QStringLiteral("+");
    case ChangeMark::Changed: return QStringLiteral("~");
    case ChangeMark::Fused: return QStringLiteral("⊕");
    case ChangeMark::Removed: return QStringLiteral("−");
    }
    return {};
}

QString changeWord(ChangeMark mark)
{
    switch (mark) {
    case ChangeMark::None: return {};
    case ChangeMark::Added: return GraphChanges::tr("new");
    case ChangeMark::Changed: return GraphChanges::tr("changed");
    case ChangeMark::Fused: return GraphChanges::tr("fused");
    case ChangeMark::Removed: return GraphChanges::tr("removed");
    }
    return {};
}

QString originText(const NodeChange &change, const Graph &before)
{
    QStringList names;
    for (const NodeId id : change.from) {
        if (const Node *node = before.find(id)) {
            names.append(toQString(node->name));
        }
    }
    QStringList parts{names.join(QStringLiteral(", ")), toQString(change.reason)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(": "));
}

NodeChanges changesBetween(const Graph &before, const Graph &after, const Provenance *provenance)
{
    Origins origins;
    std::unordered_set<NodeId> livesOn;
    if (provenance) {
        for (const Provenance::Origin &origin : provenance->origins) {
            origins[origin.node] = &origin;
            livesOn.insert(origin.from.begin(), origin.from.end());
        }
    }
    // Most edits touch little of a large graph; only there can be changes that no pass tells of.
    std::vector<bool> mayDiffer(std::max(before.idLimit(), after.idLimit()), provenance != nullptr);
    for (const NodeId id : provenance ? std::vector<NodeId>() : after.touchedSince(before)) {
        mayDiffer[id.value] = true;
    }
    NodeChanges changes;
    for (const NodeId id : after.nodes()) {
        if (!mayDiffer[id.value]) {
            continue;
        }
        NodeChange change = changeOf(id, before, after, origins);
        if (change.mark != ChangeMark::None) {
            changes.push_back(std::move(change));
        }
    }
    for (const NodeId id : before.nodes()) {
        if (!mayDiffer[id.value]) {
            continue;
        }
        const bool isKept = after.contains(id) && origins.count(id) == 0;
        if (!isKept && livesOn.count(id) == 0) {
            changes.push_back({ChangeMark::Removed, id, {}, {}});
        }
    }
    return changes;
}

} // namespace nervure
