// SPDX-License-Identifier: Apache-2.0
#include "core/passes/incremental_sweep.h"

#include "core/passes/attribute_inference.h"
#include "core/passes/shape_inference.h"
#include "core/passes/type_inference.h"

#include <algorithm>

namespace nervure {

namespace {

/// One sweep over a changed graph; see sweepAgain().
template <typename Traits>
class IncrementalSweep {
public:
    using Value = typename Traits::Value;
    using State = SweepState<Traits>;

    /// `old` may be null: then every step is done. `start` are the values before the sweep.
    IncrementalSweep(const PassContext &context, const State *old, std::vector<Value> start)
        : m_graph(*context.index),
          m_old(old),
          m_semantics(context.semantics),
          m_attrKey(variableAttribute<Traits>(context)),
          m_start(std::move(start)),
          m_values(m_start),
          m_settled(m_start.size(), never),
          m_isDirty(m_graph.nodeCount(), false)
    {
        m_state.index = context.index;
    }

    /// Nothing if one sweep is not enough or a rule fails.
    std::optional<State> run()
    {
        if (!mapEntries()) {
            return std::nullopt;
        }
        findReaders();
        carryOver();
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            if (m_isDirty[id] && !step(id)) {
                return std::nullopt;
            }
        }
        const bool isDone = std::find(m_settled.begin(), m_settled.end(), never) == m_settled.end();
        return isDone ? std::optional(finished()) : std::nullopt;
    }
    /// How many steps were done.
    [[nodiscard]] std::size_t stepCount() const { return m_steps; }

private:
    /// Where an entry was settled: before the sweep, at the step of node n (n + 1), or not yet.
    static constexpr std::uint32_t before = 0;
    static constexpr std::uint32_t never = 0xFFFFFFFF;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// Finds the old numbers of nodes and entries. False for entries that name no output.
    bool mapEntries()
    {
        m_oldNode.assign(m_graph.nodeCount(), none);
        m_oldEntry.assign(m_graph.entryCount(), none);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            const IndexedNode &node = m_graph.node(id);
            for (const IndexedEntry &input : node.inputs) {
                if (input.index >= m_graph.node(input.nodeId).outputCount) {
                    return false;
                }
            }
            const auto known = m_old ? m_old->index->find(node.source) : std::nullopt;
            if (!known) {
                m_isDirty[id] = true;
                continue;
            }
            m_oldNode[id] = *known;
            const IndexedNode &old = m_old->index->node(*known);
            m_isDirty[id] = !isAlike(*old.node, *node.node) || old.outputCount != node.outputCount;
            for (std::uint32_t i = 0; i < std::min(old.outputCount, node.outputCount); ++i) {
                m_oldEntry[m_graph.entryId(id, i)] = m_old->index->entryId(*known, i);
            }
        }
        return true;
    }

    /// Whether rules see the same node; they do not look at names.
    static bool isAlike(const Node &a, const Node &b)
    {
        return &a == &b
               || (a.op == b.op && a.attrs == b.attrs && a.dialect == b.dialect
                   && std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                                 [](const Entry &x, const Entry &y) {
                                     return x.node == y.node && x.index == y.index;
                                 }));
    }

    void findReaders()
    {
        m_readerStart.assign(m_graph.entryCount() + 1, 0);
        for (const IndexedNode &node : m_graph.nodes()) {
            for (const IndexedEntry &input : node.inputs) {
                ++m_readerStart[m_graph.entryId(input) + 1];
            }
        }
        for (std::size_t i = 1; i < m_readerStart.size(); ++i) {
            m_readerStart[i] += m_readerStart[i - 1];
        }
        m_readers.resize(m_readerStart.back());
        std::vector<std::uint32_t> next(m_readerStart.begin(), m_readerStart.end() - 1);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (const IndexedEntry &input : m_graph.node(id).inputs) {
                m_readers[next[m_graph.entryId(input)]++] = id;
            }
        }
    }

    /// Takes over what nothing makes doubtful.
    void carryOver()
    {
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
                const std::uint32_t entry = m_graph.entryId(id, i);
                if (!takeOver(entry)) {
                    m_values[entry] = m_start[entry];
                    m_settled[entry] = Traits::isUnknown(m_start[entry]) ? never : before;
                    m_isDirty[id] = true;
                    markReaders(entry, 0);
                }
            }
        }
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            m_isDirty[id] = m_isDirty[id] || standsElsewhere(id);
        }
    }

    bool takeOver(std::uint32_t entry)
    {
        const std::uint32_t old = m_oldEntry[entry];
        if (old == none || m_old->start[old] != m_start[entry]) {
            return false;
        }
        const std::uint32_t by = m_old->settledBy[old];
        if (by != State::given) {
            const auto settler = m_graph.find(m_old->index->node(by).source);
            if (!settler || !touches(*settler, entry)) {
                return false;
            }
            m_settled[entry] = *settler + 1;
        } else {
            m_settled[entry] = before;
        }
        m_values[entry] = m_old->values[old];
        return true;
    }

    [[nodiscard]] bool touches(std::uint32_t id, std::uint32_t entry) const
    {
        const auto inputs = m_graph.node(id).inputs;
        return (entry >= m_graph.entryStart()[id] && entry < m_graph.entryStart()[id + 1])
               || std::any_of(inputs.begin(), inputs.end(), [&](const IndexedEntry &input) {
                      return m_graph.entryId(input) == entry;
                  });
    }

    /// Whether the node now is on the other side of a step that settles one of its inputs.
    [[nodiscard]] bool standsElsewhere(std::uint32_t id) const
    {
        const std::uint32_t oldId = m_oldNode[id];
        for (const IndexedEntry &input : m_graph.node(id).inputs) {
            const std::uint32_t entry = m_graph.entryId(input);
            const std::uint32_t settled = m_settled[entry];
            if (settled == before || settled == never || settled == id + 1) {
                continue;
            }
            const std::uint32_t by = m_old->settledBy[m_oldEntry[entry]];
            if (oldId == none || (by < oldId) != (settled - 1 < id)) {
                return true;
            }
        }
        return false;
    }

    /// Readers behind node `after - 1` see the entry another way.
    void markReaders(std::uint32_t entry, std::uint32_t after)
    {
        for (std::uint32_t i = m_readerStart[entry]; i < m_readerStart[entry + 1]; ++i) {
            if (m_readers[i] >= after) {
                m_isDirty[m_readers[i]] = true;
            }
        }
    }

    /// What the step of node `id` finds at an entry.
    [[nodiscard]] const Value &seen(std::uint32_t entry, std::uint32_t id) const
    {
        return m_settled[entry] <= id ? m_values[entry] : m_start[entry];
    }

    bool step(std::uint32_t id)
    {
        ++m_steps;
        const IndexedNode &node = m_graph.node(id);
        if (node.isVariable()) {
            return stepVariable(id, node);
        }
        m_entries.clear();
        m_in.clear();
        m_out.clear();
        for (const IndexedEntry &input : node.inputs) {
            m_entries.push_back(m_graph.entryId(input));
            m_in.push_back(seen(m_entries.back(), id));
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            m_entries.push_back(m_graph.entryId(id, i));
            m_out.push_back(seen(m_entries.back(), id));
        }
        const bool isOpen = std::any_of(m_in.begin(), m_in.end(), Traits::isUnknown)
                            || std::any_of(m_out.begin(), m_out.end(), Traits::isUnknown);
        if (isOpen && node.spec && !Traits::infer(node, m_semantics, m_in, m_out)) {
            return false;
        }
        if (m_in.size() + m_out.size() != m_entries.size()) {
            return false;
        }
        return scatter(id);
    }

    bool scatter(std::uint32_t id)
    {
        // Of an entry that is there twice the last value counts.
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const std::uint32_t entry = m_entries[i];
            const bool isLast = std::find(m_entries.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                          m_entries.end(), entry)
                                == m_entries.end();
            const Value &value = i < m_in.size() ? m_in[i] : m_out[i - m_in.size()];
            if (isLast && !found(entry, id, value)) {
                return false;
            }
        }
        return true;
    }

    bool stepVariable(std::uint32_t id, const IndexedNode &node)
    {
        const std::uint32_t entry = m_graph.entryId(id, 0);
        Value value = seen(entry, id);
        const std::string *text = m_attrKey.empty() ? nullptr : node.node->attrs.find(m_attrKey);
        if (Traits::isUnknown(value) && text) {
            const auto read = Traits::fromText(*text);
            if (!read) {
                return false;
            }
            value = *read;
        }
        return found(entry, id, value);
    }

    /// The step of `id` leaves this value. False when more than one sweep would be needed.
    bool found(std::uint32_t entry, std::uint32_t id, const Value &value)
    {
        const Value &view = seen(entry, id);
        if (!Traits::isUnknown(view)) {
            return value == view;
        }
        if (Traits::isUnknown(value)) {
            if (value != view) {
                return false;
            }
            if (m_settled[entry] == id + 1) {
                m_settled[entry] = never;
                markReaders(entry, id + 1);
            }
            return true;
        }
        if (m_settled[entry] != id + 1 || m_values[entry] != value) {
            m_settled[entry] = id + 1;
            m_values[entry] = value;
            markReaders(entry, id + 1);
        }
        return true;
    }

    State finished()
    {
        m_state.isChanged.assign(m_values.size(), true);
        m_state.settledBy.resize(m_values.size());
        for (std::uint32_t entry = 0; entry < m_values.size(); ++entry) {
            const std::uint32_t old = m_oldEntry[entry];
            m_state.isChanged[entry] = old == none || m_old->values[old] != m_values[entry];
            m_state.settledBy[entry] =
                m_settled[entry] == before ? State::given : m_settled[entry] - 1;
        }
        m_state.start = std::move(m_start);
        m_state.values = std::move(m_values);
        return std::move(m_state);
    }

    const IndexedGraph &m_graph;
    const State *m_old;
    Semantics m_semantics;
    const std::string m_attrKey;
    std::vector<Value> m_start;
    std::vector<Value> m_values;
    std::vector<std::uint32_t> m_settled; ///< by entry
    std::vector<bool> m_isDirty;          ///< by node: its step has to be done
    std::vector<std::uint32_t> m_oldNode;
    std::vector<std::uint32_t> m_oldEntry;
    std::vector<std::uint32_t> m_readerStart; ///< by entry, into m_readers
    std::vector<std::uint32_t> m_readers;
    std::vector<std::uint32_t> m_entries; ///< of the step at hand: inputs, then outputs
    std::vector<Value> m_in;
    std::vector<Value> m_out;
    State m_state;
    std::size_t m_steps = 0;
};

} // namespace

template <typename Traits>
std::optional<SweepState<Traits>> sweepAgain(const PassContext &context,
                                             const SweepState<Traits> *old,
                                             std::vector<typename Traits::Value> start,
                                             std::size_t &steps)
{
    IncrementalSweep<Traits> sweep(context, old, std::move(start));
    auto state = sweep.run();
    steps = sweep.stepCount();
    return state;
}

template std::optional<SweepState<ShapeTraits>> sweepAgain(const PassContext &,
                                                           const SweepState<ShapeTraits> *, Shapes,
                                                           std::size_t &);
template std::optional<SweepState<TypeTraits>> sweepAgain(const PassContext &,
                                                          const SweepState<TypeTraits> *, DTypes,
                                                          std::size_t &);

} // namespace nervure
