// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/kernel_members.h"

#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace nervure {

namespace {

/// Finds out what new kernels compute, those that read others' results first.
class KernelReader {
public:
    KernelReader(const MatchGraph &before, const MatchGraph &after, const MatchPairs &pairs)
        : m_before(before),
          m_after(after),
          m_pairs(pairs),
          m_kernelOf(before.size(), MatchGraph::none)
    {}

    KernelMembers read()
    {
        for (auto it = m_after.order().rbegin(); it != m_after.order().rend(); ++it) {
            const std::uint32_t root =
                isKernelCall(m_after.node(*it)) ? rootOf(*it) : MatchGraph::none;
            if (root != MatchGraph::none) {
                gather(root, *it);
            }
        }
        std::sort(m_members.begin(), m_members.end());
        return std::move(m_members);
    }

private:
    /// The node before whose results are the kernel's.
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t kernel)
    {
        const std::uint32_t root = m_pairs.before(kernel);
        if (root != MatchGraph::none) {
            return isKernelCall(m_before.node(root)) ? MatchGraph::none : root;
        }
        const std::uint32_t result = resultOf(kernel);
        const std::uint32_t found = result != MatchGraph::none ? result : onlyReadByUsersOf(kernel);
        if (found != MatchGraph::none) {
            take(found, kernel);
        }
        return found;
    }
    /// The node before that was the same result of the graph.
    [[nodiscard]] std::uint32_t resultOf(std::uint32_t kernel) const
    {
        const auto &was = m_before.results();
        const auto &is = m_after.results();
        const auto at = std::find(is.begin(), is.end(), kernel) - is.begin();
        const auto number = static_cast<std::size_t>(at);
        const bool isOne = was.size() == is.size() && number < was.size()
                           && was[number] != MatchGraph::none && isOpen(was[number]);
        return isOne ? was[number] : MatchGraph::none;
    }
    /// Without a counterpart: the one node without one that the kernels behind it read.
    [[nodiscard]] std::uint32_t onlyReadByUsersOf(std::uint32_t kernel) const
    {
        std::uint32_t found = MatchGraph::none;
        for (const MatchGraph::Link &use : m_after.users(kernel)) {
            for (const std::uint32_t reader : nodesOf(use.node)) {
                for (const MatchGraph::Link &input : m_before.inputs(reader)) {
                    if (input.node == MatchGraph::none || !isOpen(input.node)
                        || input.node == found) {
                        continue;
                    }
                    if (found != MatchGraph::none) {
                        return MatchGraph::none;
                    }
                    found = input.node;
                }
            }
        }
        return found;
    }
    [[nodiscard]] std::vector<std::uint32_t> nodesOf(std::uint32_t after) const
    {
        std::vector<std::uint32_t> nodes;
        if (m_pairs.before(after) != MatchGraph::none) {
            nodes.push_back(m_pairs.before(after));
        }
        const auto [first, last] = m_membersOf.equal_range(after);
        for (auto it = first; it != last; ++it) {
            nodes.push_back(it->second);
        }
        return nodes;
    }
    [[nodiscard]] bool isOpen(std::uint32_t before) const
    {
        return m_pairs.after(before) == MatchGraph::none && m_kernelOf[before] == MatchGraph::none
               && !m_before.node(before).isVariable();
    }
    void take(std::uint32_t before, std::uint32_t kernel)
    {
        m_kernelOf[before] = kernel;
        m_members.emplace_back(before, kernel);
        m_membersOf.emplace(kernel, before);
    }
    /// From the root against the data, as many as the kernel's name tells.
    void gather(std::uint32_t root, std::uint32_t kernel)
    {
        const std::string *name = calledKernel(m_after.node(kernel));
        const KernelParts parts = name ? kernelParts(*name) : KernelParts();
        std::size_t room = parts.isCut ? std::numeric_limits<std::size_t>::max()
                                       : std::max<std::size_t>(parts.operators.size(), 1) - 1;
        m_kernelOf[root] = kernel;
        std::vector<std::uint32_t> open{root};
        for (std::size_t at = 0; at < open.size(); ++at) {
            for (const MatchGraph::Link &input : m_before.inputs(open[at])) {
                const bool isMember = room > 0 && input.node != MatchGraph::none
                                      && isOpen(input.node) && isReadInside(input.node, kernel);
                if (isMember) {
                    take(input.node, kernel);
                    open.push_back(input.node);
                    --room;
                }
            }
        }
    }
    [[nodiscard]] bool isReadInside(std::uint32_t before, std::uint32_t kernel) const
    {
        const auto users = m_before.users(before);
        return std::all_of(users.begin(), users.end(), [&](const MatchGraph::Link &use) {
            return m_kernelOf[use.node] == kernel;
        });
    }

    const MatchGraph &m_before;
    const MatchGraph &m_after;
    const MatchPairs &m_pairs;
    std::vector<std::uint32_t> m_kernelOf; ///< by place before
    KernelMembers m_members;
    std::unordered_multimap<std::uint32_t, std::uint32_t> m_membersOf; ///< by kernel
};

} // namespace

KernelMembers kernelMembers(const MatchGraph &before, const MatchGraph &after,
                            const MatchPairs &pairs)
{
    return KernelReader(before, after, pairs).read();
}

} // namespace nervure
