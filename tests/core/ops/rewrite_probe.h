// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/op_probe.h"

#include "core/graph/rewrite_rules.h"

namespace nervure::tests {

/// Layouts as text in, layouts as text out ("-" is the undefined layout).
struct LayoutAnswer {
    std::vector<std::string> in;
    std::vector<std::string> out;
    std::string error; ///< empty when the rule agreed

    bool operator==(const LayoutAnswer &) const = default;
};

inline std::vector<Layout> layoutsOf(const std::vector<std::string> &texts)
{
    std::vector<Layout> layouts;
    for (const std::string &text : texts) {
        layouts.push_back(text == "-" ? Layout() : *Layout::parse(text));
    }
    return layouts;
}

inline std::vector<std::string> textsOf(const std::vector<Layout> &layouts)
{
    std::vector<std::string> texts;
    for (const Layout &layout : layouts) {
        texts.push_back(layout.isDefined() ? layout.text() : "-");
    }
    return texts;
}

/// Asks a layout rule. `last`: the layouts before the graph was rewritten, none when empty.
inline LayoutAnswer askLayout(const RewriteRules::LayoutRule &rule, const RuleContext &context,
                              const std::vector<std::string> &in, std::size_t outputs = 1,
                              const std::vector<std::string> &last = {})
{
    std::vector<Layout> inputs = layoutsOf(in);
    std::vector<Layout> results(outputs);
    std::vector<Layout> before = layoutsOf(last);
    before.resize(in.size());
    const Status status = rule(LayoutCall{context, inputs, before, results});
    return status ? LayoutAnswer{textsOf(inputs), textsOf(results), {}}
                  : LayoutAnswer{{}, {}, status.error().message};
}

/// The same of an operator.
inline LayoutAnswer askLayout(const OpProbe &op, const std::vector<std::string> &in,
                              std::size_t outputs = 1, const std::vector<std::string> &last = {})
{
    return askLayout(op.spec()->rewrites->layout, op.rule(), in, outputs, last);
}

/// The nodes that a gradient or simplify rule makes, one line each:
/// "NAME = OP(INPUT, …) {key=value, …}", then "-> ENTRY, …". Inputs are called x0, x1, …, the
/// node itself n (n.1 for its output 1), the gradients of its outputs g0, g1, ….
class RewriteProbe {
public:
    RewriteProbe(const OpProbe &op, std::size_t inputs, std::size_t outputs = 1,
                 Semantics semantics = Semantics::Exact)
        : m_op(op),
          m_context(op.rule(semantics))
    {
        for (std::size_t i = 0; i < inputs; ++i) {
            m_inputs.push_back({addVariable("x" + std::to_string(i)), 0, 0});
        }
        Node node = op.rule().node;
        node.inputs = m_inputs;
        m_node = m_graph.add(std::move(node));
        for (std::size_t i = 0; i < outputs; ++i) {
            m_outGrads.push_back({addVariable("g" + std::to_string(i)), 0, 0});
        }
        m_before = m_graph.nodeCount();
    }

    [[nodiscard]] std::string gradient()
    {
        return textOf(m_op.spec()->rewrites->gradient(call(), m_outGrads));
    }
    [[nodiscard]] std::string simplified(const Shapes &shapes = {})
    {
        m_shapes = shapes;
        return textOf(m_op.spec()->rewrites->simplify(call()));
    }

private:
    NodeId addVariable(std::string name)
    {
        Node variable;
        variable.name = std::move(name);
        return m_graph.add(std::move(variable));
    }
    [[nodiscard]] RewriteCall call() { return {m_context, m_node, m_inputs, m_shapes, m_graph}; }
    [[nodiscard]] std::string nameOf(const Entry &entry) const
    {
        const std::string output = entry.index > 0 ? "." + std::to_string(entry.index) : "";
        return m_graph.node(entry.node).name + output;
    }
    [[nodiscard]] std::string listOf(const std::vector<Entry> &entries) const
    {
        std::string text;
        for (const Entry &entry : entries) {
            text += (text.empty() ? "" : ", ") + nameOf(entry);
        }
        return text;
    }
    [[nodiscard]] std::string textOf(const Result<std::vector<Entry>> &made) const
    {
        if (!made) {
            return "error: " + made.error().message;
        }
        std::string text;
        for (const NodeId id : m_graph.nodes().subspan(m_before)) {
            const Node &node = m_graph.node(id);
            text += node.name + " = " + node.op + "(" + listOf(node.inputs) + ")";
            std::string attrs;
            for (const auto &[key, value] : node.attrs) {
                attrs += (attrs.empty() ? "" : ", ") + key + "=" + value;
            }
            text += (attrs.empty() ? "" : " {" + attrs + "}") + "\n";
        }
        return text + "-> " + listOf(*made);
    }

    const OpProbe &m_op;
    RuleContext m_context;
    Graph m_graph;
    std::vector<Entry> m_inputs;
    std::vector<Entry> m_outGrads;
    Shapes m_shapes;
    NodeId m_node;
    std::size_t m_before = 0;
};

} // namespace nervure::tests
