// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/counterpart_words.h"

#include "widgets/document/graph_changes.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace nervure {

namespace {

struct CounterpartWords {
    Q_DECLARE_TR_FUNCTIONS(CounterpartWords)
};

/// More names than these are counted.
constexpr std::size_t mostNames = 2;

QString nameIn(const Graph &graph, NodeId node)
{
    return toQString(graph.node(node).name);
}

QString namesIn(const Graph &graph, const std::vector<NodeId> &nodes)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(nodes.size(), mostNames); ++i) {
        names.append(nameIn(graph, nodes[nodes.size() - 1 - i]));
    }
    const int more = static_cast<int>(nodes.size()) - static_cast<int>(names.size());
    const QString all = names.join(QStringLiteral(", "));
    return more == 0 ? all : CounterpartWords::tr("%1 and %n more", nullptr, more).arg(all);
}

/// What the difference says of the node after; null: it is as it was.
const NodeChange *changeOf(const GraphDifference *difference, NodeId after)
{
    if (difference == nullptr) {
        return nullptr;
    }
    const auto change = std::find_if(
        difference->nodes.begin(), difference->nodes.end(), [after](const NodeChange &one) {
            return one.node == after && one.mark != ChangeMark::Removed;
        });
    return change == difference->nodes.end() ? nullptr : &*change;
}

/// "folded batch_norm into conv2d", "strides: 1 → 2".
QString whatHappened(const NodeChange *change)
{
    if (change == nullptr) {
        return {};
    }
    return change->reason.empty() ? detailTexts(change->details).join(QStringLiteral("; "))
                                  : toQString(change->reason);
}

} // namespace

std::unordered_map<NodeId, ChangeMark> marksBefore(const GraphDifference &difference)
{
    std::unordered_map<NodeId, ChangeMark> marks;
    for (const AbsorbedNode &one : difference.absorbed) {
        marks[one.node] = ChangeMark::Removed;
    }
    for (const NodeChange &change : difference.nodes) {
        switch (change.mark) {
        case ChangeMark::Removed: marks[change.node] = ChangeMark::Removed; break;
        case ChangeMark::Changed:
            if (change.was.isValid()) {
                marks[change.was] = ChangeMark::Changed;
            }
            break;
        case ChangeMark::Fused:
            for (const NodeId from : change.from) {
                marks[from] = ChangeMark::Fused;
            }
            break;
        case ChangeMark::Added:
        case ChangeMark::None: break;
        }
    }
    return marks;
}

QString counterpartWords(const CounterpartPair &pair, const GraphDifference *difference)
{
    const QString name = nameIn(pair.graph, pair.node);
    if (pair.others.empty()) {
        return pair.isBefore
                   ? CounterpartWords::tr("%1 has no counterpart: it was removed").arg(name)
                   : CounterpartWords::tr("%1 has no counterpart: it is new").arg(name);
    }
    const QString others = namesIn(pair.otherGraph, pair.others);
    const NodeId after = pair.isBefore ? pair.others.back() : pair.node;
    const QString what = whatHappened(changeOf(difference, after));
    if (what.isEmpty()) {
        return others == name ? CounterpartWords::tr("%1 is in both").arg(name)
                              : QStringLiteral("%1 ↔ %2").arg(name, others);
    }
    return QStringLiteral("%1 ↔ %2: %3").arg(name, others, what);
}

} // namespace nervure
