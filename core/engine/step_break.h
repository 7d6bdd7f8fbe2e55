// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "core/query/query.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A condition that passes stop at, as people write it: "appears QUERY", "vanishes QUERY", "reshapes QUERY" (a
/// node that the query finds is new, is gone, has another shape than before), or "slower MS" (a pass took longer).
class StepBreak {
public:
    /// Fails with the column of a fault in the query.
    [[nodiscard]] static Result<StepBreak> parse(std::string_view text);

    enum class Kind { Appears, Vanishes, Reshapes, Slower };
    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const std::string &text() const { return m_text; }
    /// Of Slower.
    [[nodiscard]] double mostMs() const { return m_mostMs; }
    /// Of the others: the nodes that are asked for.
    [[nodiscard]] std::vector<NodeId> find(const NodeFacts &facts) const
    {
        return m_query->find(facts);
    }

private:
    StepBreak(Kind kind, std::string_view text) : m_kind(kind), m_text(text) {}

    Kind m_kind;
    std::string m_text;
    double m_mostMs = 0;
    std::optional<Query> m_query; ///< nothing for Slower
};

/// Why passes stopped.
struct BreakHit {
    std::string condition;
    std::string pass;
    std::size_t step = 0; ///< the step's number among those of the run, from 1
    double ms = 0;
    bool isBefore = false; ///< the nodes are of the graph before the pass: "vanishes"
    std::vector<NodeId> ids{};
    std::vector<std::string> nodes{}; ///< their names
};

/// Looks at the steps of a run, one after the other, until a condition holds: PassEnvironment::stopsAfter.
class BreakWatch {
public:
    /// `start` is the graph before the first pass; `ops` must outlive this. The first `passedOver` steps do not
    /// stop anything.
    BreakWatch(std::vector<StepBreak> conditions, const Graph &start, const OpRegistry &ops,
               Semantics semantics, std::size_t passedOver = 0);

    /// Whether a condition holds of this step, which follows the one that was asked about before.
    bool stopsAfter(const PassResult &step);
    [[nodiscard]] const std::optional<BreakHit> &hit() const { return m_hit; }

private:
    [[nodiscard]] std::optional<BreakHit> hitOf(const StepBreak &condition, const NodeFacts &after,
                                                const PassResult &step) const;
    void findNodes(BreakHit &hit, const StepBreak &condition, const NodeFacts &after,
                   const PassResult &step) const;
    [[nodiscard]] QuerySource sourceOf(const PassResult &step) const;

    std::vector<StepBreak> m_conditions;
    QuerySource m_before;
    const OpRegistry &m_ops;
    std::size_t m_passedOver;
    std::size_t m_step = 0; ///< how many there were
    std::optional<BreakHit> m_hit;
};

/// A run that conditions may have ended.
struct BreakRun {
    PassRun run;
    std::optional<BreakHit> hit; ///< nothing: none held
};

/// runPasses() up to the first pass behind the `passedOver` first steps at which one of the conditions holds. The run
/// is done again from its start to go on behind a hit: `passedOver` is then the hit's step.
[[nodiscard]] BreakRun runPassesUntil(Graph graph, std::span<const PassRequest> passes,
                                      PassEnvironment environment,
                                      std::vector<StepBreak> conditions,
                                      std::size_t passedOver = 0);

} // namespace nervure
