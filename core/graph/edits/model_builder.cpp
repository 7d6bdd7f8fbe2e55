// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/model_builder.h"

#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

ModelBuilder::ModelBuilder(const OpRegistry &ops, Dialect dialect) : m_ops(ops)
{
    m_graph.setDialect(dialect);
}

Entry ModelBuilder::variable(std::string name, AttrDict attrs)
{
    Node node;
    node.name = std::move(name);
    node.dialect = m_graph.dialect();
    node.attrs = std::move(attrs);
    return {m_graph.add(std::move(node)), 0, 0};
}

Entry ModelBuilder::apply(std::string_view op, std::vector<Entry> inputs, AttrDict attrs,
                          std::string name)
{
    Node node;
    node.op = op;
    node.name = name.empty() ? nameFor(op) : std::move(name);
    node.dialect = m_graph.dialect();
    node.attrs = std::move(attrs);
    node.inputs = std::move(inputs);
    const OpSpec *spec = m_ops.find(node);
    if (!spec) {
        return fail("operator " + quoted(op) + " is not declared", node.name);
    }
    const ParsedAttrs parsed = parseAttrs(spec->attrs, node.attrs, op, node.name, m_problems);
    if (spec->inputNames) {
        const auto names = spec->inputNames(RuleContext{node, parsed});
        if (node.inputs.size() > names.size()) {
            return fail(fmt::format("{} {}: {} inputs, expected at most {}", op, quoted(node.name),
                                    node.inputs.size(), names.size()),
                        node.name);
        }
        addMissingInputs(node, names);
    }
    updateVersions(node, *spec);
    return {m_graph.add(std::move(node)), 0, 0};
}

Result<Graph> ModelBuilder::finish(std::vector<Entry> heads)
{
    for (const Diagnostic &problem : m_problems) {
        if (problem.severity == Severity::Error) {
            return problem;
        }
    }
    m_graph.setHeads(std::move(heads));
    return std::move(m_graph);
}

std::string ModelBuilder::nameFor(std::string_view op)
{
    return std::string(op) + std::to_string(m_nextNumber[std::string(op)]++);
}

void ModelBuilder::addMissingInputs(Node &node, const std::vector<std::string> &names)
{
    for (std::size_t i = node.inputs.size(); i < names.size(); ++i) {
        node.inputs.push_back(variable(node.name + '_' + names[i], node.attrs));
    }
}

void ModelBuilder::updateVersions(Node &node, const OpSpec &spec)
{
    for (Entry &input : node.inputs) {
        const auto changed = m_version.find(input.node);
        if (changed != m_version.end()) {
            input.version = changed->second;
        }
    }
    for (const std::uint32_t mutated : spec.mutatedInputs) {
        if (mutated < node.inputs.size()) {
            Entry &input = node.inputs[mutated];
            input.version = ++m_version[input.node];
        }
    }
}

Entry ModelBuilder::fail(std::string message, const std::string &node)
{
    m_problems.push_back(makeErrorAt(node, "model-builder", std::move(message)));
    return {};
}

} // namespace nervure
