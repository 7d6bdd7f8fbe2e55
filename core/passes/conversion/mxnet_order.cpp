// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/mxnet_order.h"

#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// What is collected of one name.
struct MXNetName {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t node = none;        ///< the node that stands for it
    std::uint32_t position = none;    ///< in the list that is gone through
    std::int64_t waitsFor = 0;        ///< names it reads that were not taken yet
    std::uint32_t round = none;       ///< in which it was taken
    std::vector<std::uint32_t> users; ///< names that read it, each once
};

class MXNetSorter {
public:
    explicit MXNetSorter(const IndexedGraph &index) : m_index(index) {}

    Result<MXNetOrder> run()
    {
        numberNames();
        collect();
        RETURN_IF_FAILED(takeAll());
        if (m_order.nodes.size() < m_list.size()) {
            return neverEnds();
        }
        return std::move(m_order);
    }

private:
    void numberNames()
    {
        std::unordered_map<std::string_view, std::uint32_t> numbers;
        for (const IndexedNode &node : m_index.nodes()) {
            const auto number = static_cast<std::uint32_t>(numbers.size());
            m_order.names.push_back(numbers.emplace(node.node->name, number).first->second);
        }
        m_order.nameCount = static_cast<std::uint32_t>(numbers.size());
        m_names.resize(numbers.size());
    }

    /// Of heads with one name the last stands for it, of other nodes the first that is met.
    void collect()
    {
        std::vector<std::uint32_t> queue;
        for (const IndexedEntry &head : m_index.heads()) {
            m_names[m_order.names[head.nodeId]].node = head.nodeId;
            queue.push_back(head.nodeId);
        }
        for (std::size_t at = 0; at < queue.size(); ++at) {
            const std::uint32_t node = queue[at];
            const std::uint32_t name = m_order.names[node];
            std::vector<std::uint32_t> sources;
            for (const IndexedEntry &input : m_index.node(node).inputs) {
                const std::uint32_t source = m_order.names[input.nodeId];
                sources.push_back(source);
                m_names[source].users.push_back(name);
                if (m_names[source].node == MXNetName::none) {
                    m_names[source].node = input.nodeId;
                    queue.push_back(input.nodeId);
                }
            }
            makeUnique(sources);
            m_names[name].waitsFor = static_cast<std::int64_t>(sources.size());
            if (m_names[name].position == MXNetName::none) {
                m_names[name].position = static_cast<std::uint32_t>(m_list.size());
                m_list.push_back(name);
            }
        }
        for (MXNetName &name : m_names) {
            makeUnique(name.users);
        }
    }

    static void makeUnique(std::vector<std::uint32_t> &numbers)
    {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }

    /// Rounds through the list, without looking at those that wait.
    Status takeAll()
    {
        using Turn = std::pair<std::uint32_t, std::uint32_t>; // round, position
        std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
        for (std::uint32_t position = 0; position < m_list.size(); ++position) {
            if (m_names[m_list[position]].waitsFor == 0) {
                turns.emplace(0, position);
            }
        }
        while (!turns.empty()) {
            const auto [round, position] = turns.top();
            turns.pop();
            MXNetName &taken = m_names[m_list[position]];
            if (taken.waitsFor != 0 || taken.round != MXNetName::none) {
                continue;
            }
            taken.round = round;
            m_order.nodes.push_back(taken.node);
            for (const std::uint32_t name : taken.users) {
                MXNetName &user = m_names[name];
                if (user.round < round) {
                    const std::string &text = m_index.node(user.node).node->name;
                    return makeErrorAt(text, "KeyError", pythonRepr(text));
                }
                if (--user.waitsFor == 0 && user.round == MXNetName::none) {
                    turns.emplace(user.position > position ? round : round + 1, user.position);
                }
            }
        }
        return {};
    }

    [[nodiscard]] Diagnostic neverEnds() const
    {
        const auto waits = std::find_if(m_list.begin(), m_list.end(), [this](std::uint32_t name) {
            return m_names[name].round == MXNetName::none;
        });
        const Node &node = *m_index.node(m_names[*waits].node).node;
        return makeErrorAt(node.name, "never-returns",
                           "{} {} waits for ever in from_mxnet, which tells nodes apart by name "
                           "alone, expected that every node has its own",
                           node.op, quoted(node.name));
    }

    const IndexedGraph &m_index;
    MXNetOrder m_order;
    std::vector<MXNetName> m_names;    ///< by number
    std::vector<std::uint32_t> m_list; ///< names in the order of collection
};

} // namespace

Result<MXNetOrder> mxnetConversionOrder(const IndexedGraph &index)
{
    return MXNetSorter(index).run();
}

} // namespace nervure
