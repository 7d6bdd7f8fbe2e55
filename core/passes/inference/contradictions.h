// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/inference/node_values.h"
#include "core/passes/inference/rule_memory.h"
#include "core/passes/inference/value_trails.h"
#include "core/passes/pass_spec.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace nervure {

/// Asks operators whose entries are all known whether they fit together, in NNVM's dialect by the strict
/// rules of fixed semantics. NNVM never looks, so the finding is a warning in exact semantics and an error
/// in fixed. `Traits` as for AttributeInference.
template <typename Traits>
class Contradictions {
public:
    using Value = typename Traits::Value;

    /// All must outlive it. `settledBy` as NodeValues takes it; `faulty`: nodes that are not asked.
    Contradictions(const PassContext &context, const std::vector<Value> &values,
                   std::span<const std::uint32_t> settledBy,
                   const std::vector<bool> *faulty = nullptr)
        : m_context(context),
          m_graph(*context.index),
          m_values(values),
          m_settledBy(settledBy),
          m_faulty(faulty),
          m_node(m_graph, m_values),
          m_trails(m_graph, context.semantics, values, settledBy)
    {}

    /// Of every operator.
    void report(Diagnostics &diagnostics)
    {
        const Semantics strict = strictSemantics();
        RuleMemory<Value> accepted(m_graph, m_values);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            const IndexedNode &node = m_graph.node(id);
            if (isLeftOut(id) || !node.spec || accepted.answerFor(id, node)
                || m_node.anyUnknown(id, node)) {
                continue;
            }
            m_node.gather(id, node);
            std::vector<Value> before = m_node.all();
            if (const Status status = Traits::infer(node, strict, m_node.in, m_node.out); status) {
                accepted.remember(node, {std::move(before), {}});
            } else {
                diagnostics.push_back(finding(id, node, status.error()));
            }
        }
    }

    /// Of one operator.
    [[nodiscard]] std::optional<Diagnostic> of(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        if (isLeftOut(id) || !node.spec || m_node.anyUnknown(id, node)) {
            return std::nullopt;
        }
        m_node.gather(id, node);
        const Status status = Traits::infer(node, strictSemantics(), m_node.in, m_node.out);
        return status ? std::nullopt : std::optional(finding(id, node, status.error()));
    }

private:
    [[nodiscard]] bool isLeftOut(std::uint32_t id) const { return m_faulty && (*m_faulty)[id]; }

    /// What NNVM never looks at is looked at closely.
    [[nodiscard]] Semantics strictSemantics() const
    {
        const bool isNnvm = m_graph.graph().dialect() == Dialect::Nnvm;
        return isNnvm ? Semantics::Fixed : m_context.semantics;
    }

    [[nodiscard]] Diagnostic finding(std::uint32_t id, const IndexedNode &node,
                                     const Diagnostic &error)
    {
        Diagnostic found =
            located(m_node.sources(id, m_context.semantics, m_settledBy), node, error);
        found.severity =
            m_context.semantics == Semantics::Exact ? Severity::Warning : Severity::Error;
        found.trails = m_trails.of(id);
        return found;
    }

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    const std::vector<Value> &m_values;
    std::span<const std::uint32_t> m_settledBy;
    const std::vector<bool> *m_faulty;
    NodeValues<Traits> m_node;
    ValueTrails<Traits> m_trails;
};

} // namespace nervure
