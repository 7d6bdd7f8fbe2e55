// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph_totals.h"
#include "core/passes/pass_spec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

/// A value that is not as it was before the last edits. Unknown shapes and types: not known then, or
/// the value was not there.
struct ValueChange {
    Entry entry;
    Shape shapeBefore;
    Shape shapeAfter;
    DType typeBefore = DType::Unknown;
    DType typeAfter = DType::Unknown;
};

/// What inference says about a graph: as running InferShape, InferType and PlanMemory on it gives.
struct LiveResult {
    std::uint64_t revision = 0;
    std::shared_ptr<const IndexedGraph> index; ///< null when the graph cannot be indexed
    Analyses analyses;                         ///< over `index`; what failed is not among them
    Diagnostics diagnostics;
    bool ok = false; ///< all three passes ran and found no error

    GraphTotals totals;
    /// Bytes of the plan that PlanMemory makes; nothing without one.
    std::optional<std::int64_t> plannedBytes;

    /// What differs from the result before, in the order of `index`; values that are gone are not told.
    std::vector<ValueChange> changes;
    /// Nodes whose step of inference was done again, shapes and types together; nothing when inference
    /// was done as a whole.
    std::optional<std::size_t> steps;
};

/// Keeps shapes, types and memory totals of a graph that is being edited up to date. Only what an edit
/// reaches is inferred again, and the result always equals that of the passes. For use by one thread at
/// a time: the document's job owns it and hands copies of the graph in.
class LiveInference {
public:
    /// Both must outlive it.
    LiveInference(const OpRegistry &ops, const PassRegistry &passes);
    ~LiveInference();
    LiveInference(const LiveInference &) = delete;
    LiveInference &operator=(const LiveInference &) = delete;

    /// Brings the result up to date. The first call, other facts or semantics, and what cannot be done
    /// step by step infer the whole graph. A cancelled call leaves the result as it was, without the
    /// graph's revision.
    const LiveResult &update(const Graph &graph, const InputFacts &facts, Semantics semantics,
                             const JobControl &control = {});
    [[nodiscard]] const LiveResult &result() const { return m_result; }

private:
    struct State;

    const OpRegistry &m_ops;
    const PassRegistry &m_passes;
    LiveResult m_result;
    std::unique_ptr<State> m_state;
};

} // namespace nervure
