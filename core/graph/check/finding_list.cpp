// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/finding_list.h"

#include "core/support/finding_groups.h"
#include "core/support/text.h"

#include <memory>
#include <utility>

namespace nervure {

namespace {

/// What tells findings of one cause apart.
const std::string &nameIn(const Location &where)
{
    return where.node.empty() ? where.attribute : where.node;
}

} // namespace

void setPlaces(Diagnostic &finding, std::vector<FindingPlace> places)
{
    if (!places.empty()) {
        finding.places = std::make_shared<const std::vector<FindingPlace>>(std::move(places));
    }
}

void setNodes(Diagnostic &finding, std::span<const NodeId> nodes)
{
    std::vector<FindingPlace> places;
    for (const NodeId id : nodes) {
        places.push_back({id});
    }
    setPlaces(finding, std::move(places));
}

Diagnostic findingAt(const Diagnostic &finding, std::size_t place, const Graph &graph)
{
    Diagnostic one(finding.severity, finding.code, finding.message, finding.where);
    if (place == 0 || place >= finding.count()) {
        one.trails = finding.trails;
        return one;
    }
    const FindingPlace &there = (*finding.places)[place];
    if (const Node *node = graph.find(there.node)) {
        one.message = replaced(std::move(one.message), quoted(one.where.node), quoted(node->name));
        one.where.node = node->name;
    }
    one.where.line = there.line;
    one.where.column = there.column;
    return one;
}

Diagnostics eachFinding(const Diagnostics &findings, const Graph &graph)
{
    Diagnostics all;
    for (const Diagnostic &finding : findings) {
        for (std::size_t i = 0; i < finding.count(); ++i) {
            all.push_back(findingAt(finding, i, graph));
        }
    }
    return all;
}

FindingList::FindingList(const Graph &graph, const Diagnostics &first) : m_graph(graph)
{
    for (const Diagnostic &finding : first) {
        keep(finding, causeFor(finding));
    }
}

void FindingList::add(const Diagnostics &more)
{
    for (const Diagnostic &finding : more) {
        addOne(finding);
    }
}

FindingList::Cause &FindingList::causeFor(const Diagnostic &finding)
{
    std::string key = causeOf(finding);
    for (const std::string &owner : finding.where.owners) {
        key += '\n' + owner;
    }
    return m_causes[std::move(key)];
}

void FindingList::keep(Diagnostic finding, Cause &cause)
{
    cause.findings.push_back(m_all.size());
    m_all.push_back(std::move(finding));
}

void FindingList::addOne(const Diagnostic &finding)
{
    Cause &cause = causeFor(finding);
    if (cause.findings.empty()) {
        return keep(finding, cause);
    }
    nameNodes(cause);
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < finding.count(); ++i) {
        if (cause.nodes.count(nameIn(findingAt(finding, i, m_graph).where)) == 0) {
            fresh.push_back(i);
        }
    }
    if (fresh.empty()) {
        return;
    }
    Diagnostic added = findingAt(finding, fresh.front(), m_graph);
    if (finding.places) {
        std::vector<FindingPlace> places;
        for (const std::size_t i : fresh) {
            places.push_back((*finding.places)[i]);
        }
        setPlaces(added, std::move(places));
    }
    keep(std::move(added), cause);
}

/// Only where something of the same cause comes: most are the only ones.
void FindingList::nameNodes(Cause &cause) const
{
    for (; cause.named < cause.findings.size(); ++cause.named) {
        const Diagnostic &known = m_all[cause.findings[cause.named]];
        cause.nodes.insert(nameIn(known.where));
        for (std::size_t i = 1; i < known.count(); ++i) {
            if (const Node *node = m_graph.find((*known.places)[i].node)) {
                cause.nodes.insert(node->name);
            }
        }
    }
}

Diagnostics newFindings(const Diagnostics &known, const Diagnostics &more, const Graph &graph)
{
    FindingList list(graph, known);
    list.add(more);
    Diagnostics all = list.take();
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(known.size()));
    return all;
}

} // namespace nervure
