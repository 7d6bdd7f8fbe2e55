// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/time_budget.h"

#include "core/graph/analysis/name_scopes.h"

#include <algorithm>
#include <unordered_map>

namespace nervure {

namespace {

class BudgetBuilder {
public:
    BudgetBuilder(const ProfileData &profile, const Graph &graph)
        : m_profile(profile),
          m_scopes(nameScopes(graph))
    {
        for (std::size_t i = 0; i < m_scopes.size(); ++i) {
            if (m_scopes[i].node.isValid()) {
                m_scopeOfNode.emplace(m_scopes[i].node, static_cast<int>(i));
            }
        }
        m_items.push_back({BudgetItem::Kind::Run, {}, -1, 0, 0});
    }

    [[nodiscard]] std::vector<BudgetItem> build()
    {
        double launches = 0;
        for (std::uint32_t i = 0; i < m_profile.layers.size(); ++i) {
            const LayerProfile &layer = m_profile.layers[i];
            const int scope = scopeOf(layer);
            const int parent = itemOf(scope < 0 ? -1 : at(scope).parent);
            m_items.push_back({BudgetItem::Kind::Layer,
                               scope < 0 ? layer.node.name : at(scope).label, parent, layer.ms.mean,
                               i});
            launches += layer.launchMeanMs;
        }
        double transfers = 0;
        for (const TransferProfile &transfer : m_profile.transfers) {
            transfers += transfer.ms.mean + transfer.launchMeanMs;
        }
        add(BudgetItem::Kind::Launches, launches);
        add(BudgetItem::Kind::Transfers, transfers);
        add(BudgetItem::Kind::Remainder, remainderMs(m_profile));
        sumUp();
        return std::move(m_items);
    }

private:
    void add(BudgetItem::Kind kind, double ms)
    {
        if (ms > 0) {
            m_items.push_back({kind, {}, 0, ms, 0});
        }
    }

    [[nodiscard]] const NameScope &at(int scope) const
    {
        return m_scopes[static_cast<std::size_t>(scope)];
    }

    /// That of the layer's node; -1 where the graph has it not.
    [[nodiscard]] int scopeOf(const LayerProfile &layer) const
    {
        const auto it = m_scopeOfNode.find(layer.node.id);
        return it == m_scopeOfNode.end() ? -1 : it->second;
    }

    /// The item of a scope, made with those above it when it is first wanted.
    [[nodiscard]] int itemOf(int scope) // NOLINT(misc-no-recursion): as deep as names have parts
    {
        if (scope < 0) {
            return 0;
        }
        if (const auto it = m_itemOfScope.find(scope); it != m_itemOfScope.end()) {
            return it->second;
        }
        const int parent = itemOf(at(scope).parent);
        m_items.push_back({BudgetItem::Kind::Scope, at(scope).label, parent, 0, 0});
        const int item = static_cast<int>(m_items.size()) - 1;
        m_itemOfScope.emplace(scope, item);
        return item;
    }

    void sumUp()
    {
        for (std::size_t i = m_items.size(); i-- > 1;) {
            m_items[static_cast<std::size_t>(m_items[i].parent)].ms += m_items[i].ms;
        }
    }

    const ProfileData &m_profile;
    std::vector<NameScope> m_scopes;
    std::unordered_map<NodeId, int> m_scopeOfNode;
    std::unordered_map<int, int> m_itemOfScope;
    std::vector<BudgetItem> m_items;
};

} // namespace

std::vector<BudgetItem> timeBudget(const ProfileData &profile, const Graph &graph)
{
    return BudgetBuilder(profile, graph).build();
}

} // namespace nervure
