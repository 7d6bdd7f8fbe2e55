// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/rewrite_probe.h"

namespace nervure::tests {

namespace {

std::vector<Layout> layoutsOf(const std::vector<std::string> &texts)
{
    std::vector<Layout> layouts;
    for (const std::string &text : texts) {
        layouts.push_back(text == "-" ? Layout() : *Layout::parse(text));
    }
    return layouts;
}

std::vector<std::string> textsOf(const std::vector<Layout> &layouts)
{
    std::vector<std::string> texts;
    for (const Layout &layout : layouts) {
        texts.push_back(layout.isDefined() ? layout.text() : "-");
    }
    return texts;
}

} // namespace

LayoutAnswer askLayout(const RewriteRules::LayoutRule &rule, const RuleContext &context,
                       const std::vector<std::string> &in, std::size_t outputs,
                       const std::vector<std::string> &last)
{
    std::vector<Layout> inputs = layoutsOf(in);
    std::vector<Layout> results(outputs);
    std::vector<Layout> before = layoutsOf(last);
    before.resize(in.size());
    const Status status = rule(LayoutCall{context, inputs, before, results});
    return status ? LayoutAnswer{textsOf(inputs), textsOf(results), {}}
                  : LayoutAnswer{{}, {}, status.error().message};
}

LayoutAnswer askLayout(const OpProbe &op, const std::vector<std::string> &in, std::size_t outputs,
                       const std::vector<std::string> &last)
{
    return askLayout(op.spec()->rewrites->layout, op.rule(), in, outputs, last);
}

struct RewriteProbe::Parts {
    RuleContext context;
    Graph graph = {};
    std::vector<Entry> inputs = {};
    std::vector<Entry> outGrads = {};
    Shapes shapes = {};
    NodeId node = {};
    std::size_t before = 0; ///< how many nodes there were before the rule was asked

    NodeId addVariable(std::string name)
    {
        Node variable;
        variable.name = std::move(name);
        return graph.add(std::move(variable));
    }
    RewriteCall call() { return {context, node, inputs, shapes, graph}; }
    std::string nameOf(const Entry &entry) const
    {
        const std::string output = entry.index > 0 ? "." + std::to_string(entry.index) : "";
        return graph.node(entry.node).name + output;
    }
    std::string listOf(const std::vector<Entry> &entries) const
    {
        std::string text;
        for (const Entry &entry : entries) {
            text += (text.empty() ? "" : ", ") + nameOf(entry);
        }
        return text;
    }
    std::string textOf(const Result<std::vector<Entry>> &made) const
    {
        if (!made) {
            return "error: " + made.error().message;
        }
        std::string text;
        for (const NodeId id : graph.nodes().subspan(before)) {
            const Node &added = graph.node(id);
            text += added.name + " = " + added.op + "(" + listOf(added.inputs) + ")";
            std::string attrs;
            for (const auto &[key, value] : added.attrs) {
                attrs += (attrs.empty() ? "" : ", ") + key + "=" + value;
            }
            text += (attrs.empty() ? "" : " {" + attrs + "}") + "\n";
        }
        return text + "-> " + listOf(*made);
    }
};

RewriteProbe::RewriteProbe(const OpProbe &op, std::size_t inputs, std::size_t outputs,
                           Semantics semantics)
    : m_op(op),
      m_parts(new Parts{op.rule(semantics)})
{
    for (std::size_t i = 0; i < inputs; ++i) {
        m_parts->inputs.push_back({m_parts->addVariable("x" + std::to_string(i)), 0, 0});
    }
    Node node = op.rule().node;
    node.inputs = m_parts->inputs;
    m_parts->node = m_parts->graph.add(std::move(node));
    for (std::size_t i = 0; i < outputs; ++i) {
        m_parts->outGrads.push_back({m_parts->addVariable("g" + std::to_string(i)), 0, 0});
    }
    m_parts->before = m_parts->graph.nodeCount();
}

RewriteProbe::~RewriteProbe() = default;

std::string RewriteProbe::gradient()
{
    return m_parts->textOf(m_op.spec()->rewrites->gradient(m_parts->call(), m_parts->outGrads));
}

std::string RewriteProbe::simplified(const Shapes &shapes)
{
    m_parts->shapes = shapes;
    return m_parts->textOf(m_op.spec()->rewrites->simplify(m_parts->call()));
}

} // namespace nervure::tests
