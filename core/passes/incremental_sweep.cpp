// SPDX-License-Identifier: Apache-2.0
#include "core/passes/incremental_sweep.h"

#include "core/passes/attribute_inference.h"
#include "core/passes/shape_inference.h"
#include "core/passes/type_inference.h"

#include <algorithm>
#include <bit>

namespace nervure {

namespace {

/// Nodes in the order of their ids: many of them, and then mostly none.
class NodeMarks {
public:
    explicit NodeMarks(std::uint32_t count) : m_words(count / bits + 1, 0) {}

    void add(std::uint32_t id) { m_words[id / bits] |= std::uint64_t{1} << id % bits; }
    /// The first of them that is not below `from`, or `none`.
    [[nodiscard]] std::uint32_t next(std::uint32_t from) const
    {
        std::size_t at = from / bits;
        std::uint64_t word = at < m_words.size() ? m_words[at] >> from % bits << from % bits : 0;
        while (word == 0 && ++at < m_words.size()) {
            word = m_words[at];
        }
        return word == 0 ? none
                         : static_cast<std::uint32_t>(at * bits)
                               + static_cast<std::uint32_t>(std::countr_zero(word));
    }
    static constexpr std::uint32_t none = 0xFFFFFFFF;

private:
    static constexpr std::uint32_t bits = 64;
    std::vector<std::uint64_t> m_words;
};

/// One sweep over a changed graph; see sweepAgain() and sweepTouched().
template <typename Traits>
class IncrementalSweep {
public:
    using Value = typename Traits::Value;
    using State = SweepState<Traits>;
    using Changes = std::vector<SweepChange<Value>>;

    IncrementalSweep(const PassContext &context, const EntryReaders &readers)
        : m_context(context),
          m_graph(*context.index),
          m_readers(readers),
          m_attrKey(variableAttribute<Traits>(context)),
          m_dirty(m_graph.nodeCount())
    {}

    /// Nothing if one sweep is not enough or a rule fails.
    std::optional<State> again(const State *old, std::vector<Value> start, SweepReport &report)
    {
        m_old = old;
        m_start = std::move(start);
        m_values = m_start;
        m_settled.assign(m_start.size(), never);
        mapEntries();
        carryOver();
        const bool isDone =
            sweep() && std::find(m_settled.begin(), m_settled.end(), never) == m_settled.end();
        report.steps = m_steps;
        if (!isDone) {
            return std::nullopt;
        }
        report.isChanged.resize(m_values.size());
        for (std::uint32_t entry = 0; entry < m_values.size(); ++entry) {
            const std::uint32_t was = m_oldEntry[entry];
            report.isChanged[entry] = was == none || m_old->values[was] != m_values[entry];
        }
        return State{m_context.index, std::move(m_start), std::move(m_values),
                     std::move(m_settled)};
    }

    std::optional<Changes> patch(State &state, std::span<const std::uint32_t> touched,
                                 std::span<const SweepChange<Value>> starts)
    {
        m_start = std::move(state.start);
        m_values = std::move(state.values);
        m_settled = std::move(state.settledBy);
        m_isNoted.assign(m_values.size(), false);
        m_notes = true;
        for (const std::uint32_t id : touched) {
            m_dirty.add(id);
        }
        for (const SweepChange<Value> &start : starts) {
            note(start.entry);
            m_start[start.entry] = start.before;
            begin(start.entry);
        }
        if (!sweep()) {
            return std::nullopt;
        }
        const bool isOpen =
            std::any_of(m_changes.begin(), m_changes.end(),
                        [this](const auto &change) { return m_settled[change.entry] == never; });
        if (isOpen) {
            return std::nullopt;
        }
        std::erase_if(m_changes, [this](const auto &change) {
            return m_values[change.entry] == change.before;
        });
        std::sort(m_changes.begin(), m_changes.end(),
                  [](const auto &a, const auto &b) { return a.entry < b.entry; });
        state = {m_context.index, std::move(m_start), std::move(m_values), std::move(m_settled)};
        return std::move(m_changes);
    }

    /// How many steps were done.
    [[nodiscard]] std::size_t stepCount() const { return m_steps; }

private:
    /// Where an entry was settled: before the sweep, at the step of node n (n + 1), or not yet.
    static constexpr std::uint32_t before = 0;
    static constexpr std::uint32_t never = 0xFFFFFFFF;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// Does the steps that are marked, in order. False where one fails.
    bool sweep()
    {
        for (std::uint32_t id = m_dirty.next(0); id != NodeMarks::none; id = m_dirty.next(id + 1)) {
            const bool isTimeToAsk = m_steps % 1024 == 0;
            if ((isTimeToAsk && m_context.control.cancel.isCancelled()) || !step(id)) {
                return false;
            }
        }
        return true;
    }

    /// Finds the old numbers of nodes and entries.
    void mapEntries()
    {
        m_oldNode.assign(m_graph.nodeCount(), none);
        m_oldEntry.assign(m_graph.entryCount(), none);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            const IndexedNode &node = m_graph.node(id);
            const auto known = m_old ? m_old->index->find(node.source) : std::nullopt;
            if (!known) {
                m_dirty.add(id);
                continue;
            }
            m_oldNode[id] = *known;
            const IndexedNode &old = m_old->index->node(*known);
            if (!isAlike(*old.node, *node.node) || old.outputCount != node.outputCount) {
                m_dirty.add(id);
            }
            for (std::uint32_t i = 0; i < std::min(old.outputCount, node.outputCount); ++i) {
                m_oldEntry[m_graph.entryId(id, i)] = m_old->index->entryId(*known, i);
            }
        }
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

    /// Takes over what nothing makes doubtful.
    void carryOver()
    {
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
                const std::uint32_t entry = m_graph.entryId(id, i);
                if (!takeOver(entry)) {
                    m_dirty.add(id);
                    begin(entry);
                }
            }
        }
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            if (standsElsewhere(id)) {
                m_dirty.add(id);
            }
        }
    }

    /// The entry is as it was given, and all that it concerns is to be done again.
    void begin(std::uint32_t entry)
    {
        m_values[entry] = m_start[entry];
        m_settled[entry] = Traits::isUnknown(m_start[entry]) ? never : before;
        markReaders(entry, 0);
    }

    bool takeOver(std::uint32_t entry)
    {
        const std::uint32_t old = m_oldEntry[entry];
        if (old == none || m_old->start[old] != m_start[entry]) {
            return false;
        }
        const std::uint32_t by = m_old->settledBy[old];
        if (by != State::given) {
            const auto settler = m_graph.find(m_old->index->node(by - 1).source);
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
            if (oldId == none || (by <= oldId) != (settled <= id)) {
                return true;
            }
        }
        return false;
    }

    /// Readers behind node `after - 1` see the entry another way.
    void markReaders(std::uint32_t entry, std::uint32_t after)
    {
        for (const std::uint32_t reader : m_readers.of(entry)) {
            if (reader >= after) {
                m_dirty.add(reader);
            }
        }
    }

    /// Keeps what the entry was before this sweep.
    void note(std::uint32_t entry)
    {
        if (m_notes && !m_isNoted[entry]) {
            m_isNoted[entry] = true;
            m_changes.push_back({entry, m_values[entry]});
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
        if (isOpen && node.spec && !Traits::infer(node, m_context.semantics, m_in, m_out)) {
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
                note(entry);
                m_settled[entry] = never;
                markReaders(entry, id + 1);
            }
            return true;
        }
        if (m_settled[entry] != id + 1 || m_values[entry] != value) {
            note(entry);
            m_settled[entry] = id + 1;
            m_values[entry] = value;
            markReaders(entry, id + 1);
        }
        return true;
    }

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    const EntryReaders &m_readers;
    const State *m_old = nullptr;
    const std::string m_attrKey;
    std::vector<Value> m_start;
    std::vector<Value> m_values;
    std::vector<std::uint32_t> m_settled; ///< by entry
    NodeMarks m_dirty;                    ///< nodes whose step has to be done
    std::vector<std::uint32_t> m_oldNode;
    std::vector<std::uint32_t> m_oldEntry;
    std::vector<std::uint32_t> m_entries; ///< of the step at hand: inputs, then outputs
    std::vector<Value> m_in;
    std::vector<Value> m_out;
    bool m_notes = false;        ///< what changes is kept
    std::vector<bool> m_isNoted; ///< by entry
    Changes m_changes;
    std::size_t m_steps = 0;
};

} // namespace

template <typename Traits>
std::optional<SweepState<Traits>> sweepAgain(const PassContext &context,
                                             const EntryReaders &readers,
                                             const SweepState<Traits> *old,
                                             std::vector<typename Traits::Value> start,
                                             SweepReport &report)
{
    return IncrementalSweep<Traits>(context, readers).again(old, std::move(start), report);
}

template <typename Traits>
std::optional<std::vector<SweepChange<typename Traits::Value>>> sweepTouched(
    const PassContext &context, const EntryReaders &readers, std::span<const std::uint32_t> touched,
    std::span<const SweepChange<typename Traits::Value>> starts, SweepState<Traits> &state,
    std::size_t &steps)
{
    IncrementalSweep<Traits> sweep(context, readers);
    auto changes = sweep.patch(state, touched, starts);
    steps = sweep.stepCount();
    return changes;
}

template std::optional<SweepState<ShapeTraits>> sweepAgain(const PassContext &,
                                                           const EntryReaders &,
                                                           const SweepState<ShapeTraits> *, Shapes,
                                                           SweepReport &);
template std::optional<SweepState<TypeTraits>> sweepAgain(const PassContext &, const EntryReaders &,
                                                          const SweepState<TypeTraits> *, DTypes,
                                                          SweepReport &);
template std::optional<std::vector<SweepChange<Shape>>> sweepTouched(
    const PassContext &, const EntryReaders &, std::span<const std::uint32_t>,
    std::span<const SweepChange<Shape>>, SweepState<ShapeTraits> &, std::size_t &);
template std::optional<std::vector<SweepChange<DType>>> sweepTouched(
    const PassContext &, const EntryReaders &, std::span<const std::uint32_t>,
    std::span<const SweepChange<DType>>, SweepState<TypeTraits> &, std::size_t &);

} // namespace nervure
