// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/own_nodes.h"

#include "widgets/document/graph_document.h"

#include <utility>
#include <vector>

namespace nervure {

OwnNodes::OwnNodes(std::shared_ptr<const Graph> own, std::shared_ptr<const Graph> shown,
                   StagePlace place)
    : m_own(std::move(own)),
      m_shown(std::move(shown)),
      m_place(std::move(place)),
      m_sharesIds(!m_place.lineage || m_place.lineage->sharesIdsUpTo(m_place.stage))
{}

NodeId OwnNodes::shown(OwnNodeId node) const
{
    const NodeId id{node.value};
    if (!m_own->contains(id)) {
        return {};
    }
    if (isSame() || (m_sharesIds && m_shown->contains(id))) {
        return id;
    }
    const std::vector<NodeId> heirs = counterparts().inSecond({&id, 1});
    return heirs.empty() ? NodeId() : heirs.back();
}

OwnNodeId OwnNodes::own(NodeId shown) const
{
    if (!m_shown->contains(shown)) {
        return {};
    }
    if (isSame() || (m_sharesIds && m_own->contains(shown))) {
        return {shown.value};
    }
    const std::vector<NodeId> sources = counterparts().inFirst({&shown, 1});
    return sources.empty() ? OwnNodeId() : OwnNodeId{sources.back().value};
}

OwnNodeId OwnNodes::named(std::string_view name) const
{
    std::call_once(m_known->hasNames, [this] { m_known->byName = nodesByName(*m_own); });
    return {lookUp(m_known->byName, name).value};
}

const Counterparts &OwnNodes::counterparts() const
{
    std::call_once(m_known->hasCounterparts, [this] {
        m_known->counterparts = Counterparts(*m_place.lineage, 0, m_place.stage);
    });
    return m_known->counterparts;
}

NodeTimes timesOfShown(const ProfileData &profile, const OwnNodes &nodes)
{
    const NodeTimes own = timesOfNodes(profile, nodes.graph());
    NodeTimes times;
    for (const auto &[node, ms] : own.ms) {
        if (const NodeId shown = nodes.shown({node.value}); shown.isValid()) {
            times.ms[shown] += ms;
        }
    }
    for (const auto &[node, owner] : own.owners) {
        const NodeId shown = nodes.shown({node.value});
        const NodeId root = nodes.shown({owner.value});
        if (shown.isValid() && root.isValid() && times.ms.count(shown) == 0) {
            times.owners.emplace(shown, root);
        }
    }
    for (const NodeId root : own.roots) {
        times.roots.push_back(nodes.shown({root.value}));
    }
    return times;
}

namespace {

/// The places of a finding, or the node that it names, in the stage that is shown.
Diagnostic placedInShown(Diagnostic finding, const OwnNodes &nodes)
{
    std::vector<FindingPlace> places;
    if (finding.places) {
        for (FindingPlace place : *finding.places) {
            place.node = nodes.shown({place.node.value});
            if (place.node.isValid()) {
                places.push_back(place);
            }
        }
    } else if (const OwnNodeId named = nodes.named(finding.where.node);
               finding.where.owners.empty() && named.isValid()) {
        if (const NodeId node = nodes.shown(named); node.isValid()) {
            places.push_back({node});
        }
    } else {
        return finding;
    }
    // Without any place: a node that happens to have its name is not meant.
    finding.places = std::make_shared<const std::vector<FindingPlace>>(std::move(places));
    return finding;
}

} // namespace

Diagnostics findingsOfShown(const GraphDocument &document)
{
    Diagnostics findings = document.diagnostics();
    if (document.stage().isOfPass()) {
        const auto nodes = document.ownNodes();
        for (Diagnostic &finding : findings) {
            finding = placedInShown(std::move(finding), *nodes);
        }
    }
    return findings;
}

} // namespace nervure
