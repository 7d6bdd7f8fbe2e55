// SPDX-License-Identifier: Apache-2.0
#include "core/passes/live/incremental_sweep.h"

#include "core/passes/inference/attribute_inference.h"
#include "core/passes/inference/shape_inference.h"
#include "core/passes/inference/type_inference.h"

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

/// One sweep; see sweepAll() and sweepTouched().
template <typename Traits>
class IncrementalSweep {
public:
    using Value = typename Traits::Value;
    using State = SweepState<Traits>;
    using Changes = std::vector<SweepChange<Value>>;

    IncrementalSweep(const PassContext &context, const EntryUses &readers)
        : m_context(context),
          m_graph(*context.index),
          m_readers(readers),
          m_attribute(variableAttribute<Traits>(context)),
          m_dirty(m_graph.nodeCount())
    {}

    /// Nothing if one sweep is not enough or a rule fails.
    std::optional<State> all(std::vector<Value> start)
    {
        m_state.values = std::move(start);
        m_state.settledBy.assign(m_state.values.size(), never);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            m_dirty.add(id);
        }
        for (std::uint32_t entry = 0; entry < m_state.values.size(); ++entry) {
            give(entry, m_state.values[entry]);
        }
        const auto &settled = m_state.settledBy;
        if (!sweep() || std::find(settled.begin(), settled.end(), never) != settled.end()) {
            return std::nullopt;
        }
        return std::move(m_state);
    }

    std::optional<Changes> follow(State &state, const SweepEdit<Traits> &edit)
    {
        m_notes = true;
        m_isNoted.assign(m_graph.entryCount(), false);
        for (const std::uint32_t id : edit.touched) {
            m_dirty.add(id);
        }
        if (edit.nodeIndexMap) {
            renumber(state, *edit.nodeIndexMap);
        } else {
            m_state = std::move(state);
        }
        for (const SweepChange<Value> &start : edit.starts) {
            begin(start.entry, start.before);
        }
        if (!sweep() || isAnyOpen(edit.touched)) {
            return std::nullopt;
        }
        std::erase_if(m_changes, [this](const auto &change) {
            return m_state.values[change.entry] == change.before;
        });
        std::sort(m_changes.begin(), m_changes.end(),
                  [](const auto &a, const auto &b) { return a.entry < b.entry; });
        state = std::move(m_state);
        return std::move(m_changes);
    }

    /// How many steps were done.
    [[nodiscard]] std::size_t stepCount() const { return m_steps; }

private:
    /// Where an entry was settled: before the sweep, at the step of node n (n + 1), or not yet.
    static constexpr std::uint32_t before = State::given;
    static constexpr std::uint32_t never = 0xFFFFFFFF;

    /// Does the steps that are marked, in order. False where one fails.
    bool sweep()
    {
        for (std::uint32_t id = m_dirty.next(0); id != NodeMarks::none; id = m_dirty.next(id + 1)) {
            const bool isTimeToAsk = m_steps % 1024 == 0;
            if ((isTimeToAsk && m_context.control.cancel.isCanceled()) || !step(id)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the sweep left a value unknown that was there before it, or that a new node has.
    [[nodiscard]] bool isAnyOpen(std::span<const std::uint32_t> touched) const
    {
        const auto isOpen = [this](std::uint32_t entry) {
            return m_state.settledBy[entry] == never;
        };
        const auto hasOpen = [&](std::uint32_t id) {
            for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
                if (isOpen(m_graph.entryId(id, i))) {
                    return true;
                }
            }
            return false;
        };
        return std::any_of(m_changes.begin(), m_changes.end(),
                           [&](const auto &change) { return isOpen(change.entry); })
               || std::any_of(touched.begin(), touched.end(), hasOpen);
    }

    /// Takes over what nothing makes doubtful. What is not taken over, and new entries, are to be settled.
    void renumber(State &old, const NodeIndexMap &map)
    {
        const std::uint32_t count = m_graph.entryCount();
        m_state.values.resize(count, Traits::unknown());
        m_state.settledBy.assign(count, never);
        std::vector<bool> isOther(m_graph.nodeCount(), false);
        for (const std::uint32_t id : map.others) {
            isOther[id] = true;
        }
        std::vector<std::uint32_t> doubtful;
        for (std::uint32_t entry = 0; entry < count; ++entry) {
            const std::uint32_t was = map.oldEntry[entry];
            if (was == NodeIndexMap::none) {
                m_isNoted[entry] = true; // there is nothing to compare it with
                continue;
            }
            m_state.values[entry] = std::move(old.values[was]);
            const std::uint32_t by = old.settledBy[was];
            const std::uint32_t settler = by == before ? 0 : map.newNode[by - 1];
            if (by == before) {
                m_state.settledBy[entry] = before;
            } else if (settler == NodeIndexMap::none
                       || (isOther[settler] && !touches(settler, entry))) {
                doubtful.push_back(entry);
            } else {
                m_state.settledBy[entry] = settler + 1;
            }
            if (const auto partly = old.partly.find(was); partly != old.partly.end()) {
                m_state.partly[entry] = partly->second;
            }
        }
        for (const std::uint32_t entry : doubtful) {
            begin(entry, startOf(entry));
        }
        for (std::uint32_t id = 0; !map.keepsOrder && id < m_graph.nodeCount(); ++id) {
            if (standsElsewhere(id, old, map)) {
                m_dirty.add(id);
            }
        }
    }

    /// The entry is as it is given, and all that it concerns is to be done again.
    void begin(std::uint32_t entry, const Value &start)
    {
        note(entry);
        give(entry, Value(start));
        m_dirty.add(nodeOf(entry));
        markReaders(entry, 0);
    }

    void give(std::uint32_t entry, Value start)
    {
        const bool isKnown = !Traits::isUnknown(start);
        m_state.settledBy[entry] = isKnown ? before : never;
        if (isKnown || start == Traits::unknown()) {
            m_state.partly.erase(entry);
        } else {
            m_state.partly[entry] = start;
        }
        m_state.values[entry] = std::move(start);
    }

    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t entry) const
    {
        const auto starts = m_graph.entryStart();
        const auto after = std::upper_bound(starts.begin(), starts.end(), entry);
        return static_cast<std::uint32_t>(after - starts.begin()) - 1;
    }

    /// What is given of an entry that a step settles.
    [[nodiscard]] const Value &startOf(std::uint32_t entry) const
    {
        const auto partly = m_state.partly.find(entry);
        return partly == m_state.partly.end() ? m_unknown : partly->second;
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
    [[nodiscard]] bool standsElsewhere(std::uint32_t id, const State &old,
                                       const NodeIndexMap &map) const
    {
        const std::uint32_t oldId = map.oldNode[id];
        for (const IndexedEntry &input : m_graph.node(id).inputs) {
            const std::uint32_t entry = m_graph.entryId(input);
            const std::uint32_t settled = m_state.settledBy[entry];
            const std::uint32_t was = map.oldEntry[entry];
            if (settled == before || settled == never || settled == id + 1) {
                continue;
            }
            if (oldId == NodeIndexMap::none || was == NodeIndexMap::none
                || (old.settledBy[was] <= oldId) != (settled <= id)) {
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
            m_changes.push_back({entry, m_state.values[entry]});
        }
    }

    /// What the step of node `id` finds at an entry.
    [[nodiscard]] const Value &seen(std::uint32_t entry, std::uint32_t id) const
    {
        return m_state.settledBy[entry] <= id ? m_state.values[entry] : startOf(entry);
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
        const std::string *text =
            m_attribute.key.empty() ? nullptr : node.node->attrs.find(m_attribute.key);
        if (Traits::isUnknown(value) && text) {
            const auto read = m_attribute.read(*text);
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
        std::uint32_t &settled = m_state.settledBy[entry];
        if (Traits::isUnknown(value)) {
            if (value != view) {
                return false;
            }
            if (settled == id + 1) {
                note(entry);
                settled = never;
                markReaders(entry, id + 1);
            }
            return true;
        }
        if (settled != id + 1 || m_state.values[entry] != value) {
            note(entry);
            settled = id + 1;
            m_state.values[entry] = value;
            markReaders(entry, id + 1);
        }
        return true;
    }

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    const EntryUses &m_readers;
    const VariableAttribute<Traits> m_attribute;
    const Value m_unknown = Traits::unknown();
    State m_state;
    NodeMarks m_dirty;                    ///< nodes whose step has to be done
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
std::optional<SweepState<Traits>> sweepAll(const PassContext &context, const EntryUses &readers,
                                           std::vector<typename Traits::Value> start,
                                           std::size_t &steps)
{
    IncrementalSweep<Traits> sweep(context, readers);
    auto state = sweep.all(std::move(start));
    steps = sweep.stepCount();
    return state;
}

template <typename Traits>
std::optional<std::vector<SweepChange<typename Traits::Value>>> sweepTouched(
    const PassContext &context, const EntryUses &readers, const SweepEdit<Traits> &edit,
    SweepState<Traits> &state, std::size_t &steps)
{
    IncrementalSweep<Traits> sweep(context, readers);
    auto changes = sweep.follow(state, edit);
    steps = sweep.stepCount();
    return changes;
}

template std::optional<SweepState<ShapeTraits>> sweepAll(const PassContext &, const EntryUses &,
                                                         Shapes, std::size_t &);
template std::optional<SweepState<TypeTraits>> sweepAll(const PassContext &, const EntryUses &,
                                                        DTypes, std::size_t &);
template std::optional<std::vector<SweepChange<Shape>>> sweepTouched(const PassContext &,
                                                                     const EntryUses &,
                                                                     const SweepEdit<ShapeTraits> &,
                                                                     SweepState<ShapeTraits> &,
                                                                     std::size_t &);
template std::optional<std::vector<SweepChange<DType>>> sweepTouched(const PassContext &,
                                                                     const EntryUses &,
                                                                     const SweepEdit<TypeTraits> &,
                                                                     SweepState<TypeTraits> &,
                                                                     std::size_t &);

} // namespace nervure
