// SPDX-License-Identifier: Apache-2.0
#include "core/passes/io/returned_graph.h"

#include <algorithm>
#include <unordered_map>

namespace nervure {

namespace {

class Returner {
public:
    Returner(const KnownGraph &sent, const KnownGraph &returned)
        : m_sent(sent.graph),
          m_returned(returned.graph),
          m_match(matchGraphs(sent, returned))
    {}

    ReturnedGraph run()
    {
        nameNodes();
        std::vector<std::pair<NodeId, Node>> nodes;
        bool isSame = m_returned.nodeCount() == m_sent.nodeCount();
        for (const NodeId id : m_returned.nodes()) {
            nodes.emplace_back(m_ids.at(id), nodeOf(id, isSame));
        }
        std::vector<Entry> heads = m_returned.heads();
        std::for_each(heads.begin(), heads.end(), [this](Entry &head) { translate(head); });
        ReturnedGraph result;
        result.graph = m_sent;
        if (isSame && heads == m_sent.heads()) {
            return result;
        }
        result.graph.assign(std::move(nodes), std::move(heads));
        tellProvenance(result.provenance);
        return result;
    }

private:
    void nameNodes()
    {
        for (const NodeMatch &match : m_match.matches) {
            m_from[match.after].push_back(match.before);
            const bool isKernel = match.kind == MatchKind::Kernel;
            if (!isKernel) {
                m_ids.emplace(match.after, match.before);
            }
        }
        std::uint32_t next = m_sent.nextId().value;
        for (const NodeId id : m_returned.nodes()) {
            if (m_ids.emplace(id, NodeId{next}).second) {
                ++next;
            }
        }
    }
    void translate(Entry &entry) const
    {
        const auto id = m_ids.find(entry.node);
        entry.node = id == m_ids.end() ? NodeId() : id->second;
    }
    /// The node under its new ids; the one that was sent where that is as it was.
    Node nodeOf(NodeId id, bool &isSame) const
    {
        Node node = m_returned.node(id);
        std::for_each(node.inputs.begin(), node.inputs.end(),
                      [this](Entry &input) { translate(input); });
        for (std::size_t i = 0; i < node.controlDeps.size(); ++i) {
            const auto dependency = m_ids.find(node.controlDeps[i]);
            node.controlDeps[i] = dependency == m_ids.end() ? NodeId() : dependency->second;
        }
        node.sourceIndex.reset();
        const Node *old = m_sent.find(m_ids.at(id));
        const bool isAsItWas = old && node.op == old->op && node.name == old->name
                               && node.attrs == old->attrs && node.inputs == old->inputs
                               && node.controlDeps == old->controlDeps;
        isSame = isSame && isAsItWas;
        return isAsItWas ? *old : node;
    }
    /// What kept its id needs no word.
    void tellProvenance(Provenance &provenance) const
    {
        for (const NodeId id : m_returned.nodes()) {
            const auto from = m_from.find(id);
            const NodeId now = m_ids.at(id);
            std::vector<NodeId> sources =
                from == m_from.end() ? std::vector<NodeId>() : from->second;
            if (sources != std::vector<NodeId>{now}) {
                provenance.origins.push_back({now, std::move(sources), "made by the program"});
            }
        }
    }

    const Graph &m_sent;
    const Graph &m_returned;
    GraphMatch m_match;
    std::unordered_map<NodeId, NodeId> m_ids; ///< of the sent graph, by those of the returned
    std::unordered_map<NodeId, std::vector<NodeId>> m_from; ///< by those of the returned
};

} // namespace

ReturnedGraph returnedGraph(const KnownGraph &sent, const KnownGraph &returned)
{
    return Returner(sent, returned).run();
}

} // namespace nervure
