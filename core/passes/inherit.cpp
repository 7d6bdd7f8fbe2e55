// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inherit.h"

#include "core/graph/analysis/graph_totals.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/kernel_calls.h"

#include <algorithm>

namespace nervure {

namespace {

std::unordered_set<NodeId> variablesNamed(const Graph &graph,
                                          const std::set<std::string, std::less<>> &names)
{
    std::unordered_set<NodeId> named;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable() && names.count(node.name) != 0) {
            named.insert(id);
        }
    }
    return named;
}

class Heir {
public:
    Heir(const InheritedFacts &facts, const GraphChange &change, const OpRegistry &ops)
        : m_facts(facts),
          m_change(change),
          m_ops(ops),
          m_costs(change.before, change.known, change.semantics, &facts.kernelMacs)
    {
        for (const Provenance::Origin &origin : change.provenance.origins) {
            m_origins[origin.node] = &origin.from;
        }
        findFixed();
    }

    InheritedFacts run()
    {
        InheritedFacts result;
        for (const NodeId id : m_change.after.nodes()) {
            const Node &node = m_change.after.node(id);
            if (isParameter(id, node)) {
                result.parameters.insert(id);
            }
            if (isKernelCall(node)) {
                result.kernelMacs[id] = macsOf(id);
            }
        }
        return result;
    }

private:
    /// What depends on parameters alone, by node before.
    void findFixed()
    {
        const IndexedGraph &before = m_change.before;
        m_isFixed.assign(before.nodeCount(), false);
        for (std::uint32_t id = 0; id < before.nodeCount(); ++id) {
            const IndexedNode &node = before.node(id);
            const auto isFixed = [&](const IndexedEntry &input) {
                return input.nodeId < id && m_isFixed[input.nodeId];
            };
            m_isFixed[id] = m_facts.parameters.count(node.source) != 0
                            || (!holdsValues(*node.node, m_ops)
                                && std::all_of(node.inputs.begin(), node.inputs.end(), isFixed));
        }
    }

    [[nodiscard]] bool isFixed(NodeId before) const
    {
        const auto id = m_change.before.find(before);
        return id ? m_isFixed[*id] : m_facts.parameters.count(before) != 0;
    }

    bool isParameter(NodeId id, const Node &node)
    {
        if (!holdsValues(node, m_ops)) {
            return false;
        }
        if (m_change.held && m_change.held->contains(node.name)) {
            return true;
        }
        const auto made = m_origins.find(id);
        if (made == m_origins.end()) {
            return m_facts.parameters.count(id) != 0;
        }
        const std::vector<NodeId> &from = *made->second;
        if (from.empty()) {
            return ownParameters().count(id) != 0;
        }
        return std::all_of(from.begin(), from.end(), [&](NodeId source) {
            return node.isVariable() ? isFixed(source) : m_facts.parameters.count(source) != 0;
        });
    }

    /// For what comes from nothing that was there before.
    const std::unordered_set<NodeId> &ownParameters()
    {
        if (!m_own) {
            m_own = findParameters(m_change.after, m_ops);
        }
        return *m_own;
    }

    [[nodiscard]] std::optional<std::int64_t> macsOf(NodeId kernel) const
    {
        const auto made = m_origins.find(kernel);
        if (made == m_origins.end()) {
            const auto known = m_facts.kernelMacs.find(kernel);
            return known == m_facts.kernelMacs.end() ? std::nullopt : known->second;
        }
        std::int64_t sum = 0;
        for (const NodeId part : *made->second) {
            const auto id = m_change.before.find(part);
            const auto macs = id ? m_costs.macs(*id) : std::nullopt;
            if (!macs || __builtin_add_overflow(sum, *macs, &sum)) {
                return std::nullopt;
            }
        }
        return made->second->empty() ? std::nullopt : std::optional(sum);
    }

    const InheritedFacts &m_facts;
    const GraphChange &m_change;
    const OpRegistry &m_ops;
    const NodeCosts m_costs;
    std::unordered_map<NodeId, const std::vector<NodeId> *> m_origins;
    std::vector<bool> m_isFixed;
    std::optional<std::unordered_set<NodeId>> m_own;
};

} // namespace

std::unordered_set<NodeId> parametersOf(const PassContext &context)
{
    return factsAtStart(context.graph, context.ops, context.inputs).parameters;
}

InheritedFacts factsAtStart(const Graph &graph, const OpRegistry &ops, const InputFacts &inputs)
{
    return {inputs.parameters ? variablesNamed(graph, *inputs.parameters)
                              : findParameters(graph, ops, inputs.loaded),
            {}};
}

InheritedFacts inherit(const InheritedFacts &facts, const GraphChange &change,
                       const OpRegistry &ops)
{
    return Heir(facts, change, ops).run();
}

} // namespace nervure
