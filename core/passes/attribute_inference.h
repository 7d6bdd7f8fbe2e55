// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_field.h"
#include "core/passes/inference_inputs.h"
#include "core/passes/rule_memory.h"

#include <algorithm>
#include <utility>

namespace nervure {

/// NNVM's inference of one value per entry, for shapes and for types: sweeps forward, then
/// backward, until a sweep learns nothing. Beside what inference_inputs.h asks of them, `Traits`
/// say what a value is:
///     static bool isUnknown(const Value &);
///     static std::optional<Value> fromText(std::string_view); // a variable's own attribute
///     static const char *expected;                            // of that text
///     static Status infer(const IndexedNode &, Semantics, std::vector<Value> &in, … &out);
template <typename Traits>
class AttributeInference {
public:
    using Value = typename Traits::Value;

    AttributeInference(const PassContext &context, std::vector<Value> &values)
        : m_context(context),
          m_graph(*context.index),
          m_values(values),
          m_attrKey(variableAttribute<Traits>(context)),
          m_memory(m_graph, m_values)
    {}

    /// Fills the values. Fails where an operator's rule fails or a variable's attribute is no value.
    Status run()
    {
        m_unknown = countUnknown();
        for (int sweep = 0; m_unknown > 0 || sweep == 0; ++sweep) {
            m_hasLearned = false;
            if (Status status = sweepOnce(sweep % 2 == 0); !status) {
                return status;
            }
            if (!m_hasLearned) {
                break; // nor would the next
            }
            const std::size_t before = std::exchange(m_unknown, countUnknown());
            if (sweep > 0 && m_unknown >= before) {
                break;
            }
        }
        return {};
    }

    /// How many values stayed unknown.
    [[nodiscard]] std::size_t unknownCount() const { return m_unknown; }

    /// Asks every operator whose entries are all known whether they fit together, in NNVM's dialect
    /// by the strict rules of fixed semantics. NNVM never looks, so the finding is a warning in
    /// exact semantics and an error in fixed.
    void reportContradictions(Diagnostics &diagnostics)
    {
        const Semantics strict = strictSemantics();
        RuleMemory<Value> accepted(m_graph, m_values);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            const IndexedNode &node = m_graph.node(id);
            if (!node.spec || accepted.answerFor(id, node) || anyUnknown(id, node)) {
                continue;
            }
            gather(id, node);
            Values before = all();
            if (const Status status = Traits::infer(node, strict, m_in, m_out); status) {
                accepted.remember(node, {std::move(before), {}});
            } else {
                diagnostics.push_back(contradiction(node, status.error()));
            }
        }
    }

    /// The same question for one operator.
    [[nodiscard]] std::optional<Diagnostic> contradictionOf(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        if (!node.spec || anyUnknown(id, node)) {
            return std::nullopt;
        }
        gather(id, node);
        const Status status = Traits::infer(node, strictSemantics(), m_in, m_out);
        return status ? std::nullopt : std::optional(contradiction(node, status.error()));
    }

private:
    using Values = std::vector<Value>;

    /// What NNVM never looks at is looked at closely.
    [[nodiscard]] Semantics strictSemantics() const
    {
        const bool isNnvm = m_graph.graph().dialect() == Dialect::Nnvm;
        return isNnvm ? Semantics::Fixed : m_context.semantics;
    }

    Status sweepOnce(bool forward)
    {
        const std::uint32_t count = m_graph.nodeCount();
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i % 1024 == 0 && m_context.control.cancel.isCancelled()) {
                return {};
            }
            const std::uint32_t id = forward ? i : count - 1 - i;
            // Nodes lie apart in memory: the one that comes soon is fetched ahead.
            const std::uint32_t soon =
                forward ? std::min(id + 8, count - 1) : id - std::min(id, 8U);
            __builtin_prefetch(&m_graph.node(soon).node->attrs);
            if (Status status = step(id); !status) {
                return status;
            }
        }
        return {};
    }

    Status step(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        if (node.isVariable()) {
            return readVariable(id, node);
        }
        if (!node.spec || !anyUnknown(id, node)) {
            return {};
        }
        if (const auto *known = m_memory.answerFor(id, node)) {
            if (!known->after.empty()) {
                scatter(id, node, known->after);
            }
            return {};
        }
        gather(id, node);
        Values before = all();
        if (Status status = Traits::infer(node, m_context.semantics, m_in, m_out); !status) {
            return located(node, status.error());
        }
        Values after = all();
        if (after != before) {
            scatter(id, node, after);
        }
        m_memory.remember(node, {std::move(before), std::move(after)});
        return {};
    }

    Status readVariable(std::uint32_t id, const IndexedNode &node)
    {
        Value &value = *outputsOf(id);
        if (m_attrKey.empty() || !Traits::isUnknown(value)) {
            return {};
        }
        const std::string *text = node.node->attrs.find(m_attrKey);
        if (!text) {
            return {};
        }
        const auto read = Traits::fromText(*text);
        if (!read) {
            Diagnostic error =
                makeError("attr-invalid",
                          "variable " + quoted(node.node->name) + ": attribute " + quoted(m_attrKey)
                              + " is " + quoted(*text) + ", expected " + Traits::expected,
                          node.node->name);
            error.where.attribute = m_attrKey;
            return error;
        }
        value = *read;
        m_hasLearned = true;
        return {};
    }

    [[nodiscard]] Value *outputsOf(std::uint32_t id)
    {
        return m_values.data() + m_graph.entryId(id, 0);
    }
    [[nodiscard]] const Value &inputOf(const IndexedNode &node, std::size_t i) const
    {
        return m_values[m_graph.entryId(node.inputs[i])];
    }

    [[nodiscard]] bool anyUnknown(std::uint32_t id, const IndexedNode &node)
    {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (Traits::isUnknown(inputOf(node, i))) {
                return true;
            }
        }
        return std::any_of(outputsOf(id), outputsOf(id) + node.outputCount, Traits::isUnknown);
    }

    void gather(std::uint32_t id, const IndexedNode &node)
    {
        m_in.resize(node.inputs.size());
        for (std::size_t i = 0; i < m_in.size(); ++i) {
            m_in[i] = inputOf(node, i);
        }
        m_out.assign(outputsOf(id), outputsOf(id) + node.outputCount);
    }

    /// What was gathered, and what the rule has made of it since.
    [[nodiscard]] Values all() const
    {
        Values values = m_in;
        values.insert(values.end(), m_out.begin(), m_out.end());
        return values;
    }

    void scatter(std::uint32_t id, const IndexedNode &node, const Values &all)
    {
        m_hasLearned = true;
        auto value = all.begin();
        for (const IndexedEntry &input : node.inputs) {
            m_values[m_graph.entryId(input)] = *value++;
        }
        std::copy(value, all.end(), outputsOf(id));
    }

    [[nodiscard]] std::size_t countUnknown() const
    {
        return static_cast<std::size_t>(
            std::count_if(m_values.begin(), m_values.end(), Traits::isUnknown));
    }

    [[nodiscard]] Diagnostic contradiction(const IndexedNode &node, const Diagnostic &error) const
    {
        Diagnostic finding = located(node, error);
        finding.severity =
            m_context.semantics == Semantics::Exact ? Severity::Warning : Severity::Error;
        return finding;
    }

    static Diagnostic located(const IndexedNode &node, Diagnostic error)
    {
        error.message = node.node->op + " " + quoted(node.node->name) + ": " + error.message;
        error.where.node = node.node->name;
        return error;
    }

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    std::vector<Value> &m_values;
    const std::string m_attrKey;
    std::size_t m_unknown = 0;
    bool m_hasLearned = false; ///< the sweep has changed a value
    RuleMemory<Value> m_memory;
    Values m_in;
    Values m_out;
};

} // namespace nervure
