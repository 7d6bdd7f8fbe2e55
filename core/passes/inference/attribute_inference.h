// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/declared_types.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/inference/control_flow_inference.h"
#include "core/passes/inference/declared_sizes.h"
#include "core/passes/inference/inference_inputs.h"
#include "core/passes/inference/node_values.h"
#include "core/passes/inference/rule_memory.h"
#include "core/passes/inference/value_trails.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace nervure {

/// NNVM's inference of one value per entry, for shapes and for types: sweeps forward, then
/// backward, until a sweep learns nothing. What is wrong at one node costs what depends on it: where a
/// rule fails, or attributes are wrong, the node tells nothing, and all else is found. Beside what inference_inputs.h asks of them, `Traits`
/// say what a value is:
///     static bool isUnknown(const Value &);
///     static std::string text(const Value &);                 // for messages
///     static std::optional<Value> fromText(std::string_view); // a variable's own attribute
///     static const char *expected;                            // of that text
///     static Status infer(const IndexedNode &, Semantics, std::vector<Value> &in, … &out);
///     static Value declared(const ValueType &, const std::vector<Value> &in);  // what a file declares
template <typename Traits>
class AttributeInference {
public:
    using Value = typename Traits::Value;

    AttributeInference(const PassContext &context, std::vector<Value> &values)
        : m_context(context),
          m_graph(*context.index),
          m_values(values),
          m_settledBy(values.size(), 0),
          m_attribute(variableAttribute<Traits>(context)),
          m_isFaulty(m_graph.nodeCount(), false),
          m_node(m_graph, m_values),
          m_trails(m_graph, context.semantics, m_values, m_settledBy),
          m_memory(m_graph, m_values)
    {
        leaveOutProblems();
    }

    /// For a node whose rule is not to be asked, as what it reads is not there.
    void leaveOut(std::uint32_t id) { m_isFaulty[id] = true; }

    /// Fills the values, but for what depends on nodes with a fault.
    void run()
    {
        m_unknown = countUnknown();
        for (int sweep = 0; m_unknown > 0 || sweep == 0; ++sweep) {
            m_hasLearned = false;
            sweepOnce(sweep % 2 == 0);
            if (!m_hasLearned) {
                break; // nor would the next
            }
            const std::size_t before = std::exchange(m_unknown, countUnknown());
            if (sweep > 0 && m_unknown >= before) {
                break;
            }
        }
    }

    /// An error for each operator whose rule failed, and each variable whose attribute is no value.
    [[nodiscard]] const Diagnostics &faults() const { return m_faults; }
    /// Nodes with a fault, by id.
    [[nodiscard]] const std::vector<bool> &faulty() const { return m_isFaulty; }
    /// By entry: 1 + the node whose step found the value, 0 for what was given.
    [[nodiscard]] const std::vector<std::uint32_t> &settledBy() const { return m_settledBy; }

    /// How many values stayed unknown.
    [[nodiscard]] std::size_t unknownCount() const { return m_unknown; }

private:
    using Values = std::vector<Value>;

    /// Nodes whose attributes are wrong: what they hold instead is not what was meant.
    void leaveOutProblems()
    {
        std::set<std::string_view> names;
        for (const Diagnostic &problem : m_graph.problems()) {
            if (problem.severity == Severity::Error && !problem.where.node.empty()) {
                names.insert(problem.where.node);
            }
        }
        for (std::uint32_t id = 0; id < m_graph.nodeCount() && !names.empty(); ++id) {
            m_isFaulty[id] = names.count(m_graph.node(id).node->name) != 0;
        }
    }

    void sweepOnce(bool forward)
    {
        const std::uint32_t count = m_graph.nodeCount();
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i % 1024 == 0 && m_context.control.cancel.isCanceled()) {
                return;
            }
            const std::uint32_t id = forward ? i : count - 1 - i;
            // Variables are read from nodes, which lie apart in memory: one that comes soon is fetched ahead.
            const std::uint32_t soon =
                forward ? std::min(id + 8, count - 1) : id - std::min(id, 8U);
            if (m_graph.node(soon).variable) {
                __builtin_prefetch(&m_graph.node(soon).node->attrs);
            }
            if (!m_isFaulty[id]) {
                step(id);
            }
        }
    }

    void step(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        if (node.isVariable()) {
            readVariable(id, node);
            return;
        }
        if (!m_node.anyUnknown(id, node)) {
            return;
        }
        if (!node.spec) {
            takeDeclared(id, node);
            return;
        }
        if (const auto *known = m_memory.answerFor(id, node)) {
            if (!known->after.empty()) {
                scatter(id, node, known->after);
            }
            return;
        }
        m_node.gather(id, node);
        Values before = m_node.all();
        if (Status status = ask(node); !status) {
            Diagnostic fault =
                located(m_node.sources(id, m_context.semantics, m_settledBy), node, status.error());
            fault.trails = m_trails.of(id);
            addFault(id, std::move(fault));
            return;
        }
        Values after = m_node.all();
        if (after != before) {
            scatter(id, node, after);
        }
        m_memory.remember(node, {std::move(before), std::move(after)});
    }

    /// Of an operator that nobody knows, what the file declares of its outputs.
    void takeDeclared(std::uint32_t id, const IndexedNode &node)
    {
        if (node.node->declaredTypes.empty() || !fitsFileSizes(m_graph, m_context.inputs.shapes)) {
            return;
        }
        m_node.gather(id, node);
        const Values before = m_node.out;
        for (std::size_t i = 0; i < m_node.out.size(); ++i) {
            const ValueType &type = declaredOutput(*node.node, i);
            Value &value = m_node.out[i];
            if (value == Traits::unknown() && type.kind != ValueType::Kind::Unknown) {
                value = Traits::declared(type, m_node.in);
            }
        }
        if (!(m_node.out == before)) {
            scatter(id, node, m_node.all());
        }
    }

    Status ask(const IndexedNode &node)
    {
        return ControlFlow::isOne(*node.node)
                   ? inferControlFlow<Traits>({m_context.ops, m_context.semantics}, node, m_node.in,
                                              m_node.out)
                   : Traits::infer(node, m_context.semantics, m_node.in, m_node.out);
    }

    void addFault(std::uint32_t id, Diagnostic fault)
    {
        m_isFaulty[id] = true;
        m_faults.push_back(std::move(fault));
    }

    void readVariable(std::uint32_t id, const IndexedNode &node)
    {
        Value &value = m_values[m_graph.entryId(id, 0)];
        if (m_attribute.key.empty() || !Traits::isUnknown(value)) {
            return;
        }
        const std::string *text = node.node->attrs.find(m_attribute.key);
        if (!text) {
            return;
        }
        const auto read = m_attribute.read(*text);
        if (!read) {
            Diagnostic error = makeErrorAt(
                node.node->name, "attr-invalid", "variable {}: attribute {} is {}, expected {}",
                quoted(node.node->name), quoted(m_attribute.key), quoted(*text), Traits::expected);
            error.where.attribute = m_attribute.key;
            addFault(id, std::move(error));
            return;
        }
        settle(m_graph.entryId(id, 0), id, *read);
        m_hasLearned = true;
    }

    void scatter(std::uint32_t id, const IndexedNode &node, const Values &all)
    {
        m_hasLearned = true;
        auto value = all.begin();
        for (const IndexedEntry &input : node.inputs) {
            settle(m_graph.entryId(input), id, *value++);
        }
        for (std::uint32_t i = 0; value != all.end(); ++i) {
            settle(m_graph.entryId(id, i), id, *value++);
        }
    }

    void settle(std::uint32_t entry, std::uint32_t node, const Value &value)
    {
        if (!Traits::isUnknown(value) && Traits::isUnknown(m_values[entry])) {
            m_settledBy[entry] = node + 1;
        }
        m_values[entry] = value;
    }

    [[nodiscard]] std::size_t countUnknown() const
    {
        return static_cast<std::size_t>(
            std::count_if(m_values.begin(), m_values.end(), Traits::isUnknown));
    }

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    std::vector<Value> &m_values;
    std::vector<std::uint32_t> m_settledBy; ///< by entry: 1 + the node, 0: given
    const VariableAttribute<Traits> m_attribute;
    std::vector<bool> m_isFaulty; ///< by node: its rule is not asked any more
    Diagnostics m_faults;
    std::size_t m_unknown = 0;
    bool m_hasLearned = false; ///< the sweep has changed a value
    NodeValues<Traits> m_node;
    ValueTrails<Traits> m_trails;
    RuleMemory<Value> m_memory;
};

} // namespace nervure
