// SPDX-License-Identifier: Apache-2.0
// Snapshots of a graph after an edit, from the one before it.
#include "core/graph/indexed/indexed_graph_builder.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace nervure {

namespace {

bool haveSameOrder(const Graph &a, const Graph &b)
{
    return std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end());
}

} // namespace

bool IndexedGraphBuilder::patch(const IndexedGraph &before)
{
    const Graph &graph = m_out.m_graph;
    const std::vector<NodeId> touched = graph.touchedSince(before.graph());
    if (!before.m_problems.empty() || !hasWiringOf(before, touched)) {
        return false;
    }
    m_out.m_nodes = before.m_nodes;
    m_out.m_wiring = before.m_wiring;
    m_out.m_kindCount = before.m_kindCount;
    return std::all_of(touched.begin(), touched.end(), [&](NodeId id) {
        const auto number = m_out.find(id);
        return !number || patch(m_out.m_nodes[*number], graph.node(id));
    });
}

bool IndexedGraphBuilder::hasWiringOf(const IndexedGraph &before,
                                      const std::vector<NodeId> &touched) const
{
    const Graph &graph = m_out.m_graph;
    const Graph &old = before.graph();
    const bool isOrdered = graph.dialect() == Dialect::LightNet;
    return graph.idLimit() == old.idLimit() && graph.dialect() == old.dialect()
           && graph.heads() == old.heads() && (!isOrdered || haveSameOrder(graph, old))
           && std::all_of(touched.begin(), touched.end(), [&](NodeId id) {
                  const Node *a = graph.find(id);
                  const Node *b = old.find(id);
                  return a && b && a->op == b->op && a->dialect == b->dialect
                         && (!a->isVariable() || a->name == b->name) && a->inputs == b->inputs
                         && a->controlDeps == b->controlDeps;
              });
}

/// False when there is something to be said about the node, or it has other outputs.
bool IndexedGraphBuilder::patch(IndexedNode &node, const Node &source)
{
    const bool wasKnown = node.spec != nullptr;
    const std::uint32_t outputCount = node.outputCount;
    node.node = &source;
    describe(node);
    if (!node.spec && source.dialect != Dialect::LightNet) {
        node.outputCount = outputCount; // the readers decide, who are the same
    }
    return m_diagnostics.empty() && (node.spec != nullptr) == wasKnown
           && node.outputCount == outputCount;
}

void IndexedGraphBuilder::describe(IndexedNode &node)
{
    const Node &source = *node.node;
    node.variable = source.isVariable();
    node.kind = IndexedNode::noKind;
    node.attrs = {};
    node.spec = nullptr;
    node.outputCount = 1;
    if (source.isVariable()) {
        return;
    }
    if (source.dialect == Dialect::LightNet) {
        addLightNet(node);
    } else if ((node.spec = m_ops.find(source))) {
        node.attrs = parse(node);
        const auto names = outputNamesOf(node.spec, node.rule(Semantics::Exact), 1);
        node.outputCount = static_cast<std::uint32_t>(names.size());
    }
}

/// Numbers nodes as the snapshot before did, and behind its numbers those that it did not have.
class IndexedGraphBuilder::Follower {
public:
    Follower(IndexedGraphBuilder &builder, const IndexedGraph &before,
             std::span<const NodeId> touched)
        : m_builder(builder),
          m_out(builder.m_out),
          m_graph(m_out.m_graph),
          m_before(before),
          m_oldCount(before.nodeCount()),
          m_states(m_oldCount, State::Kept)
    {
        for (const NodeId id : touched) {
            if (const auto number = before.find(id)) {
                m_states[*number] = m_graph.contains(id) ? State::Edited : State::Gone;
            }
        }
    }

    bool run()
    {
        m_order.reserve(m_oldCount);
        const bool isOrdered = m_graph.dialect() == Dialect::LightNet;
        return (isOrdered ? takeGivenOrder() : walk()) && place() && connect() && countOutputs()
               && placeHeads();
    }

private:
    enum class State : std::uint8_t { Kept, Edited, Gone };
    enum class Visit : std::uint8_t { New, Open, Done };
    /// What a node reads and waits for, by our numbers.
    struct Sources {
        std::vector<IndexedEntry> inputs;
        std::vector<std::uint32_t> controlDeps;
    };
    struct Frame {
        std::uint32_t number = 0;
        std::uint32_t next = 0;
        std::span<const IndexedEntry> inputs;
        std::span<const std::uint32_t> controlDeps;
    };
    static constexpr std::uint32_t none = IndexedGraph::notIndexed;

    [[nodiscard]] bool isKept(std::uint32_t number) const
    {
        return number < m_oldCount && m_states[number] == State::Kept;
    }

    /// `none` where there is no such node.
    std::uint32_t numberOf(NodeId id)
    {
        if (const auto number = m_before.find(id)) {
            return m_states[*number] == State::Gone ? none : *number;
        }
        if (!m_graph.contains(id)) {
            return none;
        }
        const auto next = static_cast<std::uint32_t>(m_oldCount + m_fresh.size());
        const auto [place, isNew] = m_numbers.try_emplace(id, next);
        if (isNew) {
            m_fresh.push_back(id);
        }
        return place->second;
    }
    [[nodiscard]] NodeId idOf(std::uint32_t number) const
    {
        return number < m_oldCount ? m_before.node(number).source : m_fresh[number - m_oldCount];
    }

    /// Nothing where the node reads one that is not there.
    std::optional<Frame> frameOf(std::uint32_t number)
    {
        if (isKept(number)) {
            const IndexedNode &node = m_before.node(number);
            return Frame{number, 0, node.inputs, node.controlDeps};
        }
        const Node &node = m_graph.node(idOf(number));
        Sources &own = m_own[number];
        own = {};
        for (const Entry &input : node.inputs) {
            own.inputs.push_back({numberOf(input.node), input.index, input.version});
        }
        for (const NodeId dependency : node.controlDeps) {
            own.controlDeps.push_back(numberOf(dependency));
        }
        const bool isWhole =
            std::none_of(own.inputs.begin(), own.inputs.end(),
                         [](const IndexedEntry &input) { return input.nodeId == none; })
            && std::find(own.controlDeps.begin(), own.controlDeps.end(), none)
                   == own.controlDeps.end();
        return isWhole ? std::optional(Frame{number, 0, own.inputs, own.controlDeps})
                       : std::nullopt;
    }

    bool takeGivenOrder()
    {
        return std::all_of(m_graph.nodes().begin(), m_graph.nodes().end(), [this](NodeId id) {
            m_order.push_back(numberOf(id));
            return frameOf(m_order.back()).has_value();
        });
    }

    /// Depth first from the heads, as postOrder(). False on a cycle, and where a node is missing.
    bool walk()
    {
        std::vector<Frame> path;
        for (const Entry &head : m_graph.heads()) {
            if (!enter(numberOf(head.node), path)) {
                return false;
            }
            while (!path.empty()) {
                Frame &frame = path.back();
                const std::size_t at = frame.next++;
                if (at < frame.inputs.size()) {
                    if (!enter(frame.inputs[at].nodeId, path)) {
                        return false;
                    }
                } else if (at < frame.inputs.size() + frame.controlDeps.size()) {
                    if (!enter(frame.controlDeps[at - frame.inputs.size()], path)) {
                        return false;
                    }
                } else {
                    m_visits[frame.number] = Visit::Done;
                    m_order.push_back(frame.number);
                    path.pop_back();
                }
            }
        }
        return true;
    }

    bool enter(std::uint32_t number, std::vector<Frame> &path)
    {
        if (number == none || (number < m_oldCount && m_states[number] == State::Gone)) {
            return false;
        }
        if (number >= m_visits.size()) {
            m_visits.resize(m_oldCount + m_fresh.size(), Visit::New);
        }
        if (m_visits[number] != Visit::New) {
            return m_visits[number] == Visit::Done;
        }
        m_visits[number] = Visit::Open;
        const auto frame = frameOf(number);
        if (frame) {
            path.push_back(*frame);
        }
        return frame.has_value();
    }

    /// Puts the nodes into the snapshot. False where there is something to be said of one.
    bool place()
    {
        m_newNumber.assign(m_oldCount + m_fresh.size(), none);
        m_builder.m_wiring->idOf.assign(m_graph.idLimit(), none);
        m_out.m_nodes.clear();
        m_out.m_nodes.reserve(m_order.size());
        for (const std::uint32_t number : m_order) {
            const std::uint32_t now = m_out.nodeCount();
            m_newNumber[number] = now;
            if (isKept(number)) {
                m_out.m_nodes.push_back(m_before.node(number));
            } else {
                IndexedNode &node = m_out.m_nodes.emplace_back();
                node.source = idOf(number);
                node.node = &m_graph.node(node.source);
                m_builder.describe(node);
            }
            const IndexedNode &node = m_out.m_nodes.back();
            m_builder.m_wiring->idOf[node.source.value] = now;
            if (node.variable) {
                m_builder.m_wiring->inputNodes.push_back(now);
            }
        }
        m_out.m_kindCount = m_before.m_kindCount;
        return m_builder.m_diagnostics.empty();
    }

    /// False where a node reads a later one.
    bool connect()
    {
        IndexedGraph::Wiring &wiring = *m_builder.m_wiring;
        wiring.inputs.reserve(m_before.m_wiring->inputs.size() + m_own.size());
        for (std::uint32_t now = 0; now < m_out.nodeCount(); ++now) {
            IndexedNode &node = m_out.m_nodes[now];
            const std::uint32_t number = m_order[now];
            if (!isKept(number)) {
                const Sources &own = m_own.at(number);
                node.inputs = own.inputs;
                node.controlDeps = own.controlDeps;
            }
            for (const IndexedEntry &input : node.inputs) {
                const std::uint32_t source = m_newNumber[input.nodeId];
                wiring.inputs.push_back({source, input.index, input.version});
                if (source >= now) {
                    return false;
                }
            }
            for (const std::uint32_t dependency : node.controlDeps) {
                wiring.controlDeps.push_back(m_newNumber[dependency]);
                if (wiring.controlDeps.back() >= now) {
                    return false;
                }
            }
        }
        m_builder.pointToLists();
        return true;
    }

    /// False when there are too many.
    bool countOutputs()
    {
        IndexedGraph::Wiring &wiring = *m_builder.m_wiring;
        const auto isUnknown = [](const IndexedNode &node) {
            return !node.spec && !node.variable && node.node->dialect != Dialect::LightNet;
        };
        if (std::any_of(m_out.m_nodes.begin(), m_out.m_nodes.end(), isUnknown)) {
            return false; // the readers of operators that nobody declares decide
        }
        wiring.entryStart.reserve(m_out.m_nodes.size() + 1);
        return std::all_of(m_out.m_nodes.begin(), m_out.m_nodes.end(),
                           [&](const IndexedNode &node) {
                               const std::uint32_t start = wiring.entryStart.back();
                               const bool fits = node.outputCount <= mostEntries - start;
                               wiring.entryStart.push_back(start + (fits ? node.outputCount : 0));
                               return fits;
                           });
    }

    bool placeHeads()
    {
        for (const Entry &head : m_graph.heads()) {
            const std::uint32_t number = numberOf(head.node);
            const std::uint32_t now = number < m_newNumber.size() ? m_newNumber[number] : none;
            if (now == none) {
                return false;
            }
            m_builder.m_wiring->heads.push_back({now, head.index, head.version});
        }
        m_out.m_wiring = m_builder.m_wiring;
        return true;
    }

    IndexedGraphBuilder &m_builder;
    IndexedGraph &m_out;
    const Graph &m_graph;
    const IndexedGraph &m_before;
    const std::uint32_t m_oldCount;
    std::vector<State> m_states; ///< by the numbers of before
    std::vector<NodeId> m_fresh;
    std::unordered_map<NodeId, std::uint32_t> m_numbers; ///< of what is fresh
    std::unordered_map<std::uint32_t, Sources> m_own;    ///< of what is not kept
    std::vector<Visit> m_visits;
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_newNumber;
};

bool IndexedGraphBuilder::follow(const IndexedGraph &before)
{
    constexpr std::size_t mostTouched = 4; // a fourth
    const Graph &graph = m_out.m_graph;
    if (!before.m_problems.empty() || graph.dialect() != before.graph().dialect()) {
        return false;
    }
    const std::vector<NodeId> touched = graph.touchedSince(before.graph());
    return touched.size() * mostTouched <= graph.nodeCount()
           && Follower(*this, before, touched).run();
}

} // namespace nervure
