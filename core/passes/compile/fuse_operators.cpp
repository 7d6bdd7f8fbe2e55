// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_spec.h"
#include "core/passes/use_counts.h"
#include "core/support/text.h"

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
    Fuser(PassContext &context, const Shapes &shapes, const DTypes &types)
        : m_kept(context.kept),
          m_index(*context.index),
          m_shapes(shapes),
          m_types(types),
          m_uses(m_index),
          m_extras(m_index.nodeCount()),
          m_sizes(m_index.nodeCount(), 1)
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            m_group.push_back(id);
            m_last.push_back(id);
        }
        findUsers();
        findChangedVariables();
    }

    void run()
    {
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_group[id] != id || m_index.node(id).isVariable()) {
                continue;
            }
            if (const char *refusal = followerRefusal(id)) {
                m_kept.tell(m_index.node(id).source, "{}", refusal);
            } else {
                join(followersFrom(id));
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
        const char *refusal = nullptr;    ///< why there are none
    };

    void join(const Followers &found)
    {
        for (const std::uint32_t node : found.nodes) {
            m_group[node] = found.root;
            m_kept.forget(m_index.node(node).source);
        }
        if (!found.nodes.empty()) {
            m_last[found.root] = found.nodes.back();
            m_sizes[found.root] += found.nodes.size();
            m_extras[found.root] += found.extras;
        }
    }

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

    /// Why a node cannot be computed behind another one in its kernel; null: it can.
    [[nodiscard]] const char *followerRefusal(std::uint32_t id) const
    {
        const IndexedNode &node = m_index.node(id);
        if (!node.spec || !node.spec->element || node.spec->isView) {
            return "it does not compute element by element";
        }
        if (!node.spec->mutatedInputs.empty() || readsChangingVariable(id)) {
            return "it changes a variable, or reads one that is changed";
        }
        if (!node.node->controlDeps.empty()) {
            return "it waits for another node";
        }
        for (std::uint32_t i = 1; i < node.outputCount; ++i) {
            if (m_uses.of({id, i, 0}) != 0) {
                return "one of its outputs beside output 0 is read";
            }
        }
        return isFloat32(m_index.entryId(id, 0)) ? nullptr : "its result is not float32";
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
    [[nodiscard]] Followers followersFrom(std::uint32_t id)
    {
        std::set<std::uint32_t, std::greater<>> producers;
        for (const IndexedEntry &input : m_index.node(id).inputs) {
            if (input.index == 0) {
                producers.insert(input.nodeId);
            }
        }
        for (const std::uint32_t producer : producers) {
            if (m_users[producer].front() != id) {
                tell(id, producer, "others read its value first");
                continue;
            }
            if (!canBeFollowed(producer)) {
                tell(id, producer, "its kernel takes no others in");
                continue;
            }
            Followers found = followersOf(producer);
            if (!found.nodes.empty()) {
                return found;
            }
            tell(id, producer, found.refusal);
        }
        return {};
    }

    /// Why a node does not join the kernel of one that it reads.
    void tell(std::uint32_t id, std::uint32_t producer, const char *refusal)
    {
        m_kept.tell(m_index.node(id).source, "not behind {}: {}",
                    quoted(m_index.node(producer).node->name), refusal);
    }

    /// The users of a group's value, and theirs, up to the first node behind which nobody sees any other
    /// of the values: x * sigmoid(x) is one such node behind x, and sigmoid. None, and why, when a user cannot
    /// follow.
    [[nodiscard]] Followers followersOf(std::uint32_t producer) const
    {
        const auto root = static_cast<std::uint32_t>(m_group[producer]);
        Followers found{root, {}, 0};
        std::map<std::uint32_t, std::uint32_t> open{{producer, m_uses.of({producer, 0, 0})}};
        std::set<std::uint32_t> next(m_users[producer].begin(), m_users[producer].end());
        while (!next.empty() && next.size() + found.nodes.size() + m_sizes[root] <= maxGroupNodes) {
            const std::uint32_t id = next.extract(next.begin()).value();
            if (m_group[id] != id || followerRefusal(id)) {
                return refused("others that read its value cannot follow");
            }
            if (m_shapes[m_index.entryId(id, 0)] != m_shapes[m_index.entryId(producer, 0)]) {
                return refused("it has another shape");
            }
            take(id, open, found);
            if (m_extras[root] + found.extras > maxExtraInputs) {
                return refused("the kernel would have too many inputs");
            }
            if (open.empty()) {
                return found;
            }
            open.emplace(id, m_uses.of({id, 0, 0}));
            next.insert(m_users[id].begin(), m_users[id].end());
        }
        return refused("a value inside is seen outside, or the kernel would be too long");
    }

    [[nodiscard]] static Followers refused(const char *why) { return {0, {}, 0, why}; }

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

    KeptNodes &m_kept;
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
    Fuser fuser(context, *shapes, *types);
    fuser.run();
    fuser.store(context.analyses);
    return {};
}

} // namespace

void registerFuseOperators(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "FuseOperators";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "groups an operator with the element-wise ones that alone use its result";
    spec.needs = {std::string(keys::shape.name), std::string(keys::dtype.name)};
    spec.provides = {std::string(keys::fusedGroup.name), std::string(keys::groupRoot.name),
                     std::string(keys::groupMaster.name), std::string(keys::pattern.name)};
    spec.run = fuseOperators;
    passes.add(std::move(spec));
}

} // namespace nervure
