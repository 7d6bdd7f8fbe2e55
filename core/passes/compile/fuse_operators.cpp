// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_spec.h"
#include "core/passes/use_counts.h"

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace nervure {

namespace {

/// Inputs of a group beside its root's: what kernels have arguments for.
constexpr std::size_t maxExtraInputs = 8;

/// Nodes of a group: longer programs take drivers long to compile and gain nothing.
constexpr std::size_t maxGroupNodes = 64;

/// Finds groups of a root and element-wise followers, whose last node alone is seen by others.
class Fuser {
public:
    Fuser(const IndexedGraph &index, const Shapes &shapes, const DTypes &types)
        : m_index(index),
          m_shapes(shapes),
          m_types(types),
          m_uses(index),
          m_extras(index.nodeCount()),
          m_sizes(index.nodeCount(), 1)
    {
        for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
            m_group.push_back(id);
            m_last.push_back(id);
        }
        findUsers();
        findChangedVariables();
    }

    void run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_group[id] != id || !isFollower(id)) {
                continue;
            }
            if (const Followers found = followersFrom(id); !found.nodes.empty()) {
                for (const std::uint32_t node : found.nodes) {
                    m_group[node] = found.root;
                }
                m_last[found.root] = found.nodes.back();
                m_sizes[found.root] += found.nodes.size();
                m_extras[found.root] += found.extras;
            }
        }
    }

    /// Our groups by their first node, and as GraphFuse takes them, by their last.
    void store(Analyses &analyses)
    {
        std::vector<std::int64_t> roots;
        std::vector<std::int64_t> masters;
        std::vector<std::int64_t> patterns;
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            const auto first = static_cast<std::uint32_t>(m_group[id]);
            roots.push_back(m_last[first]);
            masters.push_back(node.isVariable() ? -1 : m_group[id]);
            const OpSpec *spec = m_index.node(first).spec;
            patterns.push_back(static_cast<std::int64_t>(
                spec ? spec->pattern.value_or(OpPattern::Opaque) : OpPattern::Opaque));
        }
        analyses.set(keys::groupRoot, std::move(roots), m_index);
        analyses.set(keys::groupMaster, std::move(masters), m_index);
        analyses.set(keys::pattern, std::move(patterns), m_index);
        analyses.set(keys::fusedGroup, std::move(m_group), m_index);
    }

private:
    /// Nodes that can join a group together.
    struct Followers {
        std::uint32_t root = 0;
        std::vector<std::uint32_t> nodes; ///< in order; the last one's value is that of the group
        std::size_t extras = 0;           ///< inputs from outside the group
    };

    /// Nodes by whose output 0 they take.
    void findUsers()
    {
        m_users.resize(m_index.nodeCount());
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            for (const IndexedEntry &input : m_index.node(id).inputs) {
                std::vector<std::uint32_t> &users = m_users[input.nodeId];
                if (input.index == 0 && (users.empty() || users.back() != id)) {
                    users.push_back(id);
                }
            }
        }
    }

    /// Variables by the nodes that change them. A step that reads one keeps its place in the order.
    void findChangedVariables()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            const IndexedNode &node = m_index.node(id);
            if (!node.spec) {
                continue;
            }
            for (const std::uint32_t input : node.spec->mutatedInputs) {
                if (input < node.inputs.size()) {
                    m_changers[variableBehind(node.inputs[input].nodeId)].insert(id);
                }
            }
        }
    }

    /// The node whose value an entry is, behind views.
    [[nodiscard]] std::uint32_t variableBehind(std::uint32_t id) const
    {
        while (m_index.node(id).spec && m_index.node(id).spec->isView
               && !m_index.node(id).inputs.empty()) {
            id = m_index.node(id).inputs[0].nodeId;
        }
        return id;
    }

    [[nodiscard]] bool readsChangingVariable(std::uint32_t id) const
    {
        for (const IndexedEntry &input : m_index.node(id).inputs) {
            const auto it = m_changers.find(variableBehind(input.nodeId));
            if (it != m_changers.end() && (it->second.size() > 1 || it->second.count(id) == 0)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool isFloat32(std::uint32_t entry) const
    {
        return entry < m_types.size() && m_types[entry] == DType::Float32
               && !isUnknown(m_shapes[entry]);
    }

    [[nodiscard]] bool isFollower(std::uint32_t id) const
    {
        const IndexedNode &node = m_index.node(id);
        if (!node.spec || !node.spec->element || node.spec->isView
            || !node.spec->mutatedInputs.empty() || !node.node->controlDeps.empty()
            || readsChangingVariable(id)) {
            return false;
        }
        for (std::uint32_t i = 1; i < node.outputCount; ++i) {
            if (m_uses.of({id, i, 0}) != 0) {
                return false;
            }
        }
        return isFloat32(m_index.entryId(id, 0));
    }

    [[nodiscard]] bool canBeRoot(std::uint32_t id) const
    {
        const IndexedNode &node = m_index.node(id);
        return node.spec && node.spec->kernel && !node.spec->isView
               && node.node->dialect != Dialect::LightNet && node.node->controlDeps.empty()
               && node.spec->pattern != OpPattern::Opaque
               && node.spec->pattern != OpPattern::Reduction && !readsChangingVariable(id);
    }

    /// Whether the node can end its group, and what follows take its value.
    [[nodiscard]] bool canBeFollowed(std::uint32_t id) const
    {
        const auto root = static_cast<std::uint32_t>(m_group[id]);
        return m_last[root] == id && canBeRoot(root) && isFloat32(m_index.entryId(id, 0));
    }

    /// What node `id` begins behind the nearest of its producers that can be followed. Only the first
    /// user of a value asks: the others would be told the same.
    [[nodiscard]] Followers followersFrom(std::uint32_t id) const
    {
        std::set<std::uint32_t, std::greater<>> producers;
        for (const IndexedEntry &input : m_index.node(id).inputs) {
            if (input.index == 0) {
                producers.insert(input.nodeId);
            }
        }
        for (const std::uint32_t producer : producers) {
            if (m_users[producer].front() != id || !canBeFollowed(producer)) {
                continue;
            }
            if (Followers found = followersOf(producer); !found.nodes.empty()) {
                return found;
            }
        }
        return {};
    }

    /// The users of a group's value, and theirs, up to the first node behind which nobody sees any other
    /// of the values: x * sigmoid(x) is one such node behind x, and sigmoid. None when a user cannot follow.
    [[nodiscard]] Followers followersOf(std::uint32_t producer) const
    {
        const auto root = static_cast<std::uint32_t>(m_group[producer]);
        Followers found{root, {}, 0};
        std::map<std::uint32_t, std::uint32_t> open{{producer, m_uses.of({producer, 0, 0})}};
        std::set<std::uint32_t> next(m_users[producer].begin(), m_users[producer].end());
        while (!next.empty() && next.size() + found.nodes.size() + m_sizes[root] <= maxGroupNodes) {
            const std::uint32_t id = next.extract(next.begin()).value();
            if (m_group[id] != id || !isFollower(id)
                || m_shapes[m_index.entryId(id, 0)] != m_shapes[m_index.entryId(producer, 0)]) {
                return {};
            }
            take(id, open, found);
            if (m_extras[root] + found.extras > maxExtraInputs) {
                return {};
            }
            if (open.empty()) {
                return found;
            }
            open.emplace(id, m_uses.of({id, 0, 0}));
            next.insert(m_users[id].begin(), m_users[id].end());
        }
        return {};
    }

    /// `open`: by node, how many uses of its value are not known to be inside.
    void take(std::uint32_t id, std::map<std::uint32_t, std::uint32_t> &open,
              Followers &found) const
    {
        for (const IndexedEntry &input : m_index.node(id).inputs) {
            const auto it = input.index == 0 ? open.find(input.nodeId) : open.end();
            found.extras += it == open.end() ? 1 : 0;
            if (it != open.end() && --it->second == 0) {
                open.erase(it);
            }
        }
        found.nodes.push_back(id);
    }

    const IndexedGraph &m_index;
    const Shapes &m_shapes;
    const DTypes &m_types;
    const UseCounts m_uses;
    std::vector<std::int64_t> m_group;               ///< by node: the root of its group
    std::vector<std::uint32_t> m_last;               ///< by root: the last node of its group
    std::vector<std::size_t> m_extras;               ///< by root: inputs beside the root's
    std::vector<std::size_t> m_sizes;                ///< by root: nodes of its group
    std::vector<std::vector<std::uint32_t>> m_users; ///< by node, in order
    std::unordered_map<std::uint32_t, std::set<std::uint32_t>> m_changers;
};

Status fuseOperators(PassContext &context)
{
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    const DTypes *types = context.analyses.find(keys::dtype, context.index);
    if (!shapes || !types) {
        return makeError("missing-attribute",
                         "FuseOperators needs the graph attributes shape and dtype");
    }
    Fuser fuser(*context.index, *shapes, *types);
    fuser.run();
    fuser.store(context.analyses);
    return {};
}

} // namespace

void registerFuseOperators(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "FuseOperators";
    spec.summary = "groups an operator with the element-wise ones that alone use its result";
    spec.needs = {std::string(keys::shape.name), std::string(keys::dtype.name)};
    spec.provides = {std::string(keys::fusedGroup.name), std::string(keys::groupRoot.name),
                     std::string(keys::groupMaster.name), std::string(keys::pattern.name)};
    spec.run = fuseOperators;
    passes.add(std::move(spec));
}

} // namespace nervure
