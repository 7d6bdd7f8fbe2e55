// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/graph_totals.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/indexed/node_index_map.h"
#include "core/passes/inference/shape_inference.h"
#include "core/passes/inference/type_inference.h"
#include "core/passes/live/incremental_sweep.h"
#include "core/passes/live/live_inference.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

namespace nervure {

/// What one update of live inference leaves for the next about one kind of value.
template <typename Traits>
struct LiveValues {
    using Value = typename Traits::Value;

    SweepState<Traits> sweep;
    Diagnostics notes; ///< what was said of the values before the sweep
    /// Operators whose values contradict each other, by node of the snapshot.
    std::map<std::uint32_t, Diagnostic> contradictions;
};

/// What one update that went step by step leaves for the next.
struct LiveState {
    InputFacts facts;
    Semantics semantics = Semantics::Exact;
    LiveValues<ShapeTraits> shapes;
    LiveValues<TypeTraits> types;
    EntryUses readers;
    RunningParameters parameters;
    RunningTotals totals;
};

/// What every update does: the contexts of the passes it stands for, and a result as runPasses() gives.
class LiveUpdate {
public:
    LiveUpdate(const OpRegistry &ops, const PassRegistry &passes, const LiveRequest &request,
               const JobControl &control, LiveResult &result);

protected:
    using Clock = std::chrono::steady_clock;

    /// A pass with its default options, while it is done.
    struct Pass {
        const PassSpec *spec = nullptr; ///< null: there is no such pass
        OptionValues options{};
        Clock::time_point start = Clock::now();
    };
    [[nodiscard]] Pass begin(const char *name) const;
    [[nodiscard]] PassContext contextFor(const OptionValues &options);
    /// Adds what the pass did to the result.
    void finish(const Pass &pass);
    /// Runs PlanMemory. False if it fails.
    bool plan();

    /// What inference is told of variables, by name.
    [[nodiscard]] const std::map<std::string, Shape> &factsOf(const Shape *) const
    {
        return m_request.facts.shapes;
    }
    [[nodiscard]] const std::map<std::string, DType> &factsOf(const DType *) const
    {
        return m_request.facts.dtypes;
    }
    /// Puts the values into the analyses.
    template <typename Traits>
    void store(const LiveValues<Traits> &values)
    {
        m_result.analyses.set(unknownKey(&values.sweep.values), std::int64_t{0});
        m_result.analyses.set(Traits::key, std::vector<typename Traits::Value>(values.sweep.values),
                              *m_result.index);
    }
    /// The pass comes out as it did.
    void keep(const Pass &pass, const LiveResult &before)
    {
        for (const std::string &name : pass.spec->provides) {
            m_result.analyses.take(name, before.analyses, *m_result.index);
        }
    }
    /// Tells all contradictions. False if they are errors: there the passes end.
    template <typename Traits>
    bool tell(const LiveValues<Traits> &values)
    {
        m_found.insert(m_found.end(), values.notes.begin(), values.notes.end());
        for (const auto &[node, finding] : values.contradictions) {
            m_found.push_back(finding);
        }
        return !hasErrors(m_found);
    }

    const OpRegistry &m_ops;
    const PassRegistry &m_passes;
    const LiveRequest &m_request;
    const JobControl &m_control;
    LiveResult &m_result;
    Diagnostics m_found; ///< by the pass at hand

private:
    static Key<std::int64_t> unknownKey(const Shapes *) { return keys::shapeUnknown; }
    static Key<std::int64_t> unknownKey(const DTypes *) { return keys::dtypeUnknown; }

    Graph m_graph; ///< a copy: contexts want one that could be changed
    Provenance m_provenance;
};

/// An update that does every step of inference, and leaves what the next one can go on from.
class LiveSweep : public LiveUpdate {
public:
    using LiveUpdate::LiveUpdate;

    /// Shapes, types and the plan. False when the passes have to decide.
    bool run(LiveState &state);

private:
    bool prepareStart(const PassContext &context, Shapes &start);
    bool prepareStart(const PassContext &context, DTypes &start);
    template <typename Traits>
    bool sweep(const char *name, const EntryUses &readers, LiveValues<Traits> &values);
};

/// An update that does again what an edit reaches.
class LivePatch : public LiveUpdate {
public:
    using LiveUpdate::LiveUpdate;

    /// Whether that can be, after this result.
    [[nodiscard]] bool fits(const LiveResult &before);
    /// Brings the state up to date. False when that failed: then it is of no more use.
    bool run(LiveState &state, const LiveResult &before);
    /// What is not as before, in the order of the graph.
    [[nodiscard]] std::vector<ValueChange> changes() const;

private:
    [[nodiscard]] bool changesFacts(const LiveResult &before) const;
    void renumber(LiveState &state) const;
    template <typename Traits>
    bool sweep(const char *name, const LiveResult &before, const EntryUses &readers,
               std::span<const SweepChange<typename Traits::Value>> starts,
               LiveValues<Traits> &values,
               std::vector<SweepChange<typename Traits::Value>> &changes);
    [[nodiscard]] std::vector<SweepChange<DType>> otherStarts(const LiveState &state,
                                                              const LiveResult &before);
    /// What was given of the entry before the edit, in the numbers of then.
    [[nodiscard]] static DType startOf(const LiveState &state, std::uint32_t oldEntry);
    /// The nodes that were touched, and those at one of the entries.
    template <typename Value>
    [[nodiscard]] std::vector<std::uint32_t> nodesAt(const std::vector<SweepChange<Value>> &changes,
                                                     const EntryUses &readers) const;
    [[nodiscard]] bool needsPlan(const LiveResult &before) const;
    bool followPlan(const LiveResult &before);
    void addUp(LiveState &state, const LiveResult &before);

    std::vector<std::uint32_t> m_touched;       ///< by node of the snapshot
    std::optional<NodeIndexMap> m_nodeIndexMap; ///< nothing: the wiring is as before
    std::vector<SweepChange<Shape>> m_shapes;
    std::vector<SweepChange<DType>> m_types;
    const LiveState *m_state = nullptr;
};

} // namespace nervure
