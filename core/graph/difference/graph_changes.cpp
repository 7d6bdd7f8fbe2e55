// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/graph_changes.h"

#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

NodeChange changeOf(NodeId id, const NodeComparison &comparison)
{
    NodeChange change{ChangeMark::Added, id, {}, {}};
    if (const Provenance::Origin *origin = comparison.originOf(id)) {
        change.from = origin->from;
        change.reason = origin->reason;
    }
    change.was = comparison.stillIs(id);
    if (change.was != NodeId()) {
        change.details = comparison.details(change.was, id);
        change.mark = change.details.empty() ? ChangeMark::None : ChangeMark::Changed;
    }
    if (change.from.size() > 1) {
        change.mark = ChangeMark::Fused;
    }
    return change;
}

/// Nodes before that went into others, or are there still.
std::unordered_set<NodeId> survivors(const Provenance *provenance)
{
    std::unordered_set<NodeId> ids;
    if (provenance) {
        for (const Provenance::Origin &origin : provenance->origins) {
            ids.insert(origin.from.begin(), origin.from.end());
        }
    }
    return ids;
}

} // namespace

NodeChanges changesBetween(const Graph &before, const Graph &after, const Provenance *provenance)
{
    const NodeComparison comparison(before, after, provenance);
    const std::unordered_set<NodeId> livesOn = survivors(provenance);
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
        NodeChange change = changeOf(id, comparison);
        if (change.mark != ChangeMark::None) {
            changes.push_back(std::move(change));
        }
    }
    for (const NodeId id : before.nodes()) {
        const bool isKept =
            comparison.hasSharedIds() && after.contains(id) && !comparison.originOf(id);
        if (mayDiffer[id.value] && !isKept && livesOn.count(id) == 0) {
            changes.push_back({ChangeMark::Removed, id, {}, {}});
        }
    }
    return changes;
}

std::vector<AbsorbedNode> absorbedNodes(const Graph &before, const Graph &after,
                                        const Provenance *provenance)
{
    std::vector<AbsorbedNode> absorbed;
    if (!provenance) {
        return absorbed;
    }
    const NodeComparison comparison(before, after, provenance);
    std::vector<bool> isThere(before.idLimit(), false);
    for (const NodeId id : after.nodes()) {
        if (const NodeId was = comparison.stillIs(id); was != NodeId()) {
            isThere[was.value] = true;
        }
    }
    std::unordered_map<NodeId, NodeId> into;
    for (const Provenance::Origin &origin : provenance->origins) {
        for (const NodeId from :
             after.contains(origin.node) ? origin.from : std::vector<NodeId>()) {
            into[from] = origin.node;
        }
    }
    for (const NodeId id : before.nodes()) {
        const auto found = into.find(id);
        if (found != into.end() && !isThere[id.value]) {
            absorbed.push_back({id, found->second});
        }
    }
    return absorbed;
}

bool isRenamed(const NodeChange &change)
{
    return change.mark == ChangeMark::Changed
           && std::all_of(change.details.begin(), change.details.end(), [](const auto &detail) {
                  return detail.kind == DetailKind::Name || detail.kind == DetailKind::Output;
              });
}

std::string_view changeName(const NodeChange &change)
{
    switch (change.mark) {
    case ChangeMark::None: break;
    case ChangeMark::Added: return change.from.empty() ? "added" : "replaced";
    case ChangeMark::Changed: return isRenamed(change) ? "renamed" : "changed";
    case ChangeMark::Fused: return "fused";
    case ChangeMark::Removed: return "removed";
    }
    return {};
}

std::string originWords(const NodeChange &change, const Graph &before)
{
    std::string names;
    for (const NodeId id : change.from) {
        if (const Node *node = before.find(id)) {
            names += (names.empty() ? "" : ", ") + node->name;
        }
    }
    const bool hasBoth = !names.empty() && !change.reason.empty();
    return names + (hasBoth ? ": " : "") + change.reason;
}

ChangeCounts countChanges(const NodeChanges &changes, const Graph &before, const Graph &after)
{
    ChangeCounts counts;
    for (const NodeChange &change : changes) {
        switch (change.mark) {
        case ChangeMark::None: break;
        case ChangeMark::Added: ++(change.from.empty() ? counts.added : counts.replaced); break;
        case ChangeMark::Changed: ++(isRenamed(change) ? counts.renamed : counts.changed); break;
        case ChangeMark::Fused: ++counts.fused; break;
        case ChangeMark::Removed: ++counts.removed; break;
        }
        counts.made += change.was == NodeId() && change.mark != ChangeMark::Removed;
        for (const ChangeDetail &detail : change.details) {
            counts.attributes += detail.kind == DetailKind::Attribute;
            counts.inputs += detail.kind == DetailKind::Input;
        }
    }
    const std::size_t left = before.nodeCount() - counts.removed + counts.made;
    counts.absorbed = left > after.nodeCount() ? left - after.nodeCount() : 0;
    return counts;
}

std::string changeFigures(const ChangeCounts &counts)
{
    const auto number = [](std::size_t count) {
        return groupedText(static_cast<std::int64_t>(count));
    };
    const std::array<std::pair<const char *, std::size_t>, 3> signs{
        {{"+", counts.made}, {"−", counts.gone()}, {"~", counts.otherwise()}}};
    std::string text;
    for (const auto &[sign, count] : signs) {
        if (count > 0) {
            text += (text.empty() ? "" : " ") + (sign + number(count));
        }
    }
    if (counts.grown() > 0) {
        text += (text.empty() ? "" : ", ") + number(counts.grown()) + " fused";
    }
    return text;
}

} // namespace nervure
