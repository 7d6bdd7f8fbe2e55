// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_field.h"
#include "core/passes/inference_inputs.h"

#include <algorithm>

namespace nervure {

/// Checks that every input names an entry that is there. Exact semantics takes an index beyond the
/// outputs for a later entry, as NNVM does; only where NNVM would read beyond the last entry does
/// it stop.
[[nodiscard]] Status checkEntries(const IndexedGraph &graph, Semantics semantics);

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
          m_attrKey(variableAttribute<Traits>(context))
    {}

    /// Fills the values. Fails where an operator's rule fails or a variable's attribute is no value.
    Status run()
    {
        std::size_t before = m_values.size() + 1;
        for (int sweep = 0; unknownCount() > 0 || sweep == 0; ++sweep) {
            if (Status status = sweepOnce(sweep % 2 == 0); !status) {
                return status;
            }
            const std::size_t unknown = unknownCount();
            if (unknown >= before) {
                break;
            }
            before = unknown;
        }
        return {};
    }

    [[nodiscard]] std::size_t unknownCount() const
    {
        return static_cast<std::size_t>(
            std::count_if(m_values.begin(), m_values.end(), Traits::isUnknown));
    }

    /// Asks every operator whose entries are all known whether they fit together, in NNVM's dialect
    /// by the strict rules of fixed semantics. NNVM never looks, so the finding is a warning in
    /// exact semantics and an error in fixed.
    void reportContradictions(Diagnostics &diagnostics)
    {
        const bool isNnvm = m_graph.graph().dialect() == Dialect::Nnvm;
        const Semantics strict = isNnvm ? Semantics::Fixed : m_context.semantics;
        for (const IndexedNode &node : m_graph.nodes()) {
            gather(node);
            if (node.isVariable() || anyUnknown()) {
                continue;
            }
            Status status = Traits::infer(node, strict, m_in, m_out);
            if (status) {
                continue;
            }
            Diagnostic finding = located(node, status.error());
            finding.severity =
                m_context.semantics == Semantics::Exact ? Severity::Warning : Severity::Error;
            diagnostics.push_back(std::move(finding));
        }
    }

private:
    Status sweepOnce(bool forward)
    {
        const std::uint32_t count = m_graph.nodeCount();
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i % 1024 == 0 && m_context.control.cancel.isCancelled()) {
                return {};
            }
            if (Status status = step(m_graph.node(forward ? i : count - 1 - i)); !status) {
                return status;
            }
        }
        return {};
    }

    Status step(const IndexedNode &node)
    {
        if (node.isVariable()) {
            return readVariable(node);
        }
        gather(node);
        if (!anyUnknown()) {
            return {};
        }
        if (Status status = Traits::infer(node, m_context.semantics, m_in, m_out); !status) {
            return located(node, status.error());
        }
        scatter(node);
        return {};
    }

    Status readVariable(const IndexedNode &node)
    {
        Value &value = m_values[entryOf(node)];
        const std::string *text = m_attrKey.empty() ? nullptr : node.node->attrs.find(m_attrKey);
        if (!Traits::isUnknown(value) || !text) {
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
        return {};
    }

    void gather(const IndexedNode &node)
    {
        m_in.clear();
        m_out.clear();
        for (const IndexedEntry &entry : node.inputs) {
            m_in.push_back(m_values[m_graph.entryId(entry)]);
        }
        const std::uint32_t first = entryOf(node);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            m_out.push_back(m_values[first + i]);
        }
    }

    void scatter(const IndexedNode &node)
    {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            m_values[m_graph.entryId(node.inputs[i])] = m_in[i];
        }
        const std::uint32_t first = entryOf(node);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            m_values[first + i] = m_out[i];
        }
    }

    [[nodiscard]] bool anyUnknown() const
    {
        return std::any_of(m_in.begin(), m_in.end(), Traits::isUnknown)
               || std::any_of(m_out.begin(), m_out.end(), Traits::isUnknown);
    }

    [[nodiscard]] std::uint32_t entryOf(const IndexedNode &node) const
    {
        const auto id = static_cast<std::uint32_t>(&node - m_graph.nodes().data());
        return m_graph.entryId(id, 0);
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
    std::vector<Value> m_in;
    std::vector<Value> m_out;
};

} // namespace nervure
