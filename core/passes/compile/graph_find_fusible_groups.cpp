// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pass_spec.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

namespace {

constexpr std::int64_t none = -1;

/// What becomes of a node's value: its first reader decides.
enum class Fate : std::uint8_t {
    Open,   ///< nobody has read it yet
    Fused,  ///< computed inside its reader's kernel
    Stored, ///< written to memory
};

/// Which nodes may run as one kernel, by NNVM's rules.
class GroupFinder {
public:
    GroupFinder(PassContext &context, const Shapes &shapes, bool isFusing)
        : m_kept(context.kept),
          m_graph(*context.index),
          m_shapes(shapes),
          m_isFusing(isFusing),
          m_isExact(context.semantics == Semantics::Exact),
          m_fates(m_graph.nodeCount(), Fate::Open),
          m_patterns(m_graph.nodeCount(), static_cast<std::int64_t>(OpPattern::Opaque)),
          m_masters(m_graph.nodeCount(), none),
          m_roots(m_graph.nodeCount(), none),
          m_members(m_graph.nodeCount()),
          m_readers(m_graph.nodeCount(), 0),
          m_isHead(m_graph.nodeCount(), false)
    {}

    void run()
    {
        countReaders();
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            decide(id);
        }
        for (std::uint32_t id = m_graph.nodeCount(); id-- > 0;) {
            gather(id);
        }
        if (m_isFusing) {
            joinBranches();
        }
        tellStored();
    }

    void store(Analyses &analyses)
    {
        analyses.set(keys::groupRoot, std::move(m_roots), m_graph);
        analyses.set(keys::groupMaster, std::move(m_masters), m_graph);
        analyses.set(keys::pattern, std::move(m_patterns), m_graph);
    }

private:
    /// A head counts twice, so that every result is stored.
    void countReaders()
    {
        for (const IndexedNode &node : m_graph.nodes()) {
            for (const IndexedEntry &input : node.inputs) {
                ++m_readers[input.nodeId];
            }
        }
        for (const IndexedEntry &head : m_graph.heads()) {
            m_readers[head.nodeId] += 2;
            m_isHead[head.nodeId] = true;
        }
    }

    [[nodiscard]] static OpPattern declaredPattern(const IndexedNode &node)
    {
        return node.spec ? node.spec->pattern.value_or(OpPattern::Opaque) : OpPattern::Opaque;
    }
    [[nodiscard]] OpPattern pattern(std::uint32_t id) const
    {
        return static_cast<OpPattern>(m_patterns[id]);
    }
    [[nodiscard]] bool hasShapeOf(const IndexedEntry &input, std::uint32_t id) const
    {
        return m_shapes[m_graph.entryId(input)] == m_shapes[m_graph.entryId(id, 0)];
    }

    /// Settles the fate of the node's inputs and what the node is a part of.
    void decide(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        if (node.isVariable()) {
            m_fates[id] = Fate::Stored;
            return;
        }
        OpPattern part = declaredPattern(node);
        if (part <= OpPattern::Broadcast) {
            part = takeIntoElementwise(id, node);
        } else if (part <= OpPattern::Reduction) {
            takeIntoIndexed(id);
            m_masters[id] = part == OpPattern::Reduction ? id : none;
        } else {
            storeInputs(id);
            m_masters[id] = id;
        }
        m_patterns[id] = static_cast<std::int64_t>(part);
        if (m_readers[id] > 1 || !m_isFusing) {
            m_fates[id] = Fate::Stored;
            m_masters[id] = m_masters[id] == none ? id : m_masters[id];
        }
    }

    /// An element-wise or broadcast operator takes whatever computes element by element, and the
    /// output of one operator with a schedule of its own, where that has the same shape.
    OpPattern takeIntoElementwise(std::uint32_t id, const IndexedNode &node)
    {
        bool isElementwise = node.outputCount == 1;
        bool isInjective = false;
        for (const IndexedEntry &input : node.inputs) {
            Fate &fate = m_fates[input.nodeId];
            if (fate == Fate::Open) {
                const OpPattern before = pattern(input.nodeId);
                isElementwise = isElementwise && before == OpPattern::Elementwise;
                isInjective = isInjective || before == OpPattern::Injective;
                const bool isScheduled = before == OpPattern::OutElementwiseFusable
                                         && m_masters[id] == none && hasShapeOf(input, id);
                if (isScheduled) {
                    m_masters[id] = m_masters[input.nodeId];
                }
                fate = isScheduled || before <= OpPattern::Injective ? Fate::Fused : Fate::Stored;
                if (fate == Fate::Stored) {
                    refuse(input, id);
                }
            }
            isElementwise = isElementwise && hasShapeOf(input, id);
        }
        if (m_masters[id] != none) {
            return OpPattern::OutElementwiseFusable;
        }
        if (isInjective) {
            return OpPattern::Injective;
        }
        return isElementwise ? OpPattern::Elementwise : OpPattern::Broadcast;
    }

    /// An injective operator or a reduction takes what computes element by element.
    void takeIntoIndexed(std::uint32_t id)
    {
        for (const IndexedEntry &input : m_graph.node(id).inputs) {
            Fate &fate = m_fates[input.nodeId];
            if (fate == Fate::Open) {
                fate = pattern(input.nodeId) <= OpPattern::Injective ? Fate::Fused : Fate::Stored;
                if (fate == Fate::Stored) {
                    refuse(input, id);
                }
            }
        }
    }

    void storeInputs(std::uint32_t id)
    {
        for (const IndexedEntry &input : m_graph.node(id).inputs) {
            if (m_fates[input.nodeId] == Fate::Open) {
                refuse(input, id);
                m_fates[input.nodeId] = Fate::Stored;
                std::int64_t &master = m_masters[input.nodeId];
                master = master == none ? input.nodeId : master;
            }
        }
    }

    [[nodiscard]] bool takesFused(const IndexedNode &node, OpPattern wanted) const
    {
        return std::any_of(node.inputs.begin(), node.inputs.end(), [&](const IndexedEntry &input) {
            return m_fates[input.nodeId] == Fate::Fused && pattern(input.nodeId) == wanted;
        });
    }

    /// Gives the node's group, of which it is the root unless a later node took it, to its fused
    /// inputs. Where an injective operator and one with a schedule meet, the latter stays outside.
    void gather(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        if (m_roots[id] == none) {
            m_roots[id] = id;
            m_members[id].push_back(id);
        }
        std::vector<std::uint32_t> &members = m_members[static_cast<std::size_t>(m_roots[id])];
        const bool doesClash = takesFused(node, OpPattern::OutElementwiseFusable)
                               && takesFused(node, OpPattern::Injective);
        if (doesClash) {
            for (const std::uint32_t member : members) {
                m_masters[member] = id;
            }
        }
        for (const IndexedEntry &input : node.inputs) {
            if (doesClash && pattern(input.nodeId) == OpPattern::OutElementwiseFusable) {
                continue;
            }
            if (doesClash && pattern(input.nodeId) == OpPattern::Injective) {
                m_masters[input.nodeId] = id;
            }
            if (m_fates[input.nodeId] == Fate::Fused) {
                m_roots[input.nodeId] = m_roots[id];
                members.push_back(input.nodeId);
            }
        }
    }

    /// Puts a node whose value several nodes read into their group, if they all ended up in one
    /// that only computes element by element. What the node had taken follows it.
    void joinBranches()
    {
        std::vector<std::vector<std::int64_t>> readerRoots(m_graph.nodeCount());
        for (std::uint32_t id = m_graph.nodeCount(); id-- > 1;) {
            const IndexedNode &node = m_graph.node(id);
            if (node.inputs.size() == 1 && m_readers[node.inputs[0].nodeId] > 1) {
                readerRoots[node.inputs[0].nodeId].push_back(m_roots[id]);
            }
        }
        std::vector<std::int64_t> movedTo(m_graph.nodeCount(), none);
        for (std::uint32_t id = m_graph.nodeCount(); id-- > 1;) {
            std::int64_t &root = m_roots[id];
            if (const std::int64_t moved = movedTo[static_cast<std::size_t>(root)]; moved != none) {
                root = moved;
            }
            if (!canJoin(id, readerRoots[id])) {
                continue;
            }
            const std::int64_t joined = readerRoots[id].front();
            movedTo[static_cast<std::size_t>(root)] = joined;
            root = joined;
            for (const std::uint32_t member : m_members[static_cast<std::size_t>(joined)]) {
                m_patterns[member] = m_patterns[id];
                m_masters[member] = m_masters[id];
            }
        }
    }

    /// Of values that no reader computes in its own kernel: why.
    void tellStored()
    {
        for (std::uint32_t id = 0; id < m_graph.nodeCount() && m_kept.isAsked(); ++id) {
            if (!m_graph.node(id).isVariable() && m_roots[id] == static_cast<std::int64_t>(id)) {
                m_kept.tell(m_graph.node(id).source, "{}", reasonToStore(id));
            }
        }
    }

    [[nodiscard]] std::string reasonToStore(std::uint32_t id) const
    {
        if (!m_isFusing) {
            return "nothing is fused at opt_level 0";
        }
        if (m_isHead[id]) {
            return "its value is a result of the graph";
        }
        if (m_readers[id] > 1) {
            return fmt::format("its value is read {} times", m_readers[id]);
        }
        const auto refusal = m_refusals.find(id);
        return refusal == m_refusals.end() ? "its reader computes values by index already"
                                           : refusal->second;
    }

    /// Notes why the one that reads a value does not compute it in its own kernel.
    void refuse(const IndexedEntry &input, std::uint32_t reader)
    {
        if (m_kept.isAsked()) {
            m_refusals[input.nodeId] = refusalOf(input, reader);
        }
    }

    [[nodiscard]] std::string refusalOf(const IndexedEntry &input, std::uint32_t reader) const
    {
        const OpPattern part = declaredPattern(m_graph.node(reader));
        const std::string name = quoted(m_graph.node(reader).node->name);
        if (part > OpPattern::Reduction) {
            return fmt::format("its reader {} starts a kernel of its own", name);
        }
        if (pattern(input.nodeId) != OpPattern::OutElementwiseFusable) {
            return "its operator ends a kernel";
        }
        if (part > OpPattern::Broadcast) {
            return fmt::format("its reader {} does not compute element by element", name);
        }
        if (!hasShapeOf(input, reader)) {
            return fmt::format("its reader {} has another shape", name);
        }
        return fmt::format("its reader {} computes another operator with a schedule already", name);
    }

    [[nodiscard]] bool canJoin(std::uint32_t id, const std::vector<std::int64_t> &roots) const
    {
        if (roots.size() < 2 || declaredPattern(m_graph.node(id)) == OpPattern::Opaque) {
            return false;
        }
        // NNVM asks neither whether the value is a result nor about readers with several inputs.
        if (!m_isExact && (m_isHead[id] || roots.size() != m_readers[id])) {
            return false;
        }
        const auto &members = m_members[static_cast<std::size_t>(roots.front())];
        return std::all_of(roots.begin(), roots.end(),
                           [&](std::int64_t root) { return root == roots.front(); })
               && std::all_of(members.begin(), members.end(), [this](std::uint32_t member) {
                      return declaredPattern(m_graph.node(member)) <= OpPattern::Broadcast;
                  });
    }

    KeptNodes &m_kept;
    const IndexedGraph &m_graph;
    const Shapes &m_shapes;
    bool m_isFusing;
    bool m_isExact;
    std::vector<Fate> m_fates;
    std::vector<std::int64_t> m_patterns;
    std::vector<std::int64_t> m_masters;
    std::vector<std::int64_t> m_roots;
    std::vector<std::vector<std::uint32_t>> m_members; ///< by root
    std::vector<std::uint32_t> m_readers;              ///< inputs and heads, by node
    std::vector<bool> m_isHead;
    std::unordered_map<std::uint32_t, std::string> m_refusals; ///< by node, if somebody asks
};

/// The level: the option, else the attribute that the graph brings along, else 2.
std::int64_t levelOf(PassContext &context)
{
    const std::int64_t *given = context.analyses.find(keys::optLevel);
    const std::int64_t usual = given ? *given : 2;
    const std::int64_t level = parseInteger(context.options.at("opt_level")).value_or(usual);
    // NNVM takes the attribute off the graph.
    context.analyses.erase(keys::optLevel.name);
    return level;
}

Status runGraphFindFusibleGroups(PassContext &context)
{
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    if (!shapes) {
        return makeError("missing-attribute",
                         "GraphFindFusibleGroups needs the shape of every entry");
    }
    GroupFinder finder(context, *shapes, levelOf(context) >= 1);
    finder.run();
    finder.store(context.analyses);
    return {};
}

} // namespace

void registerGraphFindFusibleGroups(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "GraphFindFusibleGroups";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "finds the nodes that one kernel can compute together";
    spec.needs = {"shape", "dtype"};
    spec.provides = {"group_root", "group_master", "pattern"};
    spec.options = {{"opt_level",
                     "",
                     "0: every operator alone; 1 and more: fused; empty: the graph's own "
                     "opt_level, else 2",
                     {},
                     true}};
    spec.run = runGraphFindFusibleGroups;
    passes.add(std::move(spec));
}

} // namespace nervure
