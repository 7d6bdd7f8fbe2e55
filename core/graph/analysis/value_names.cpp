// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/value_names.h"

#include "core/graph/op/attr_schema.h"
#include "core/graph/op/op_spec.h"

#include <fmt/format.h>
#include <vector>

namespace nervure {

namespace {

/// Whose files' outputs are called by their node and which of its outputs.
bool isNamedAsInNnvm(Dialect dialect)
{
    return dialect == Dialect::Nnvm || dialect == Dialect::MXNet || dialect == Dialect::Nervure;
}

} // namespace

std::string ownValueName(const Graph &graph, const Entry &value)
{
    const Node *node = graph.find(value.node);
    if (!node || value.index >= node->outputPorts.size()) {
        return {};
    }
    return node->outputPorts[value.index].tensor;
}

std::string valueName(const Graph &graph, const OpRegistry &ops, const Entry &value)
{
    const Node *node = graph.find(value.node);
    if (!node) {
        return "?";
    }
    std::string own = ownValueName(graph, value);
    if (!own.empty() || node->isVariable()) {
        return own.empty() ? node->name : own;
    }
    if (graph.dialect() == Dialect::Onnx) { // what the writer calls values that an edit made
        return value.index == 0 ? node->name : fmt::format("{}_{}", node->name, value.index);
    }
    if (!isNamedAsInNnvm(graph.dialect())) { // Keras calls its outputs by their layers
        return value.index == 0 ? node->name : fmt::format("{}:{}", node->name, value.index);
    }
    const OpSpec *spec = ops.find(*node);
    ParsedAttrs attrs;
    if (spec) {
        Diagnostics ignored;
        attrs = parseAttrs(spec->attrs, node->attrs, spec->name, node->name, ignored);
    }
    const std::vector<std::string> names =
        outputNamesOf(spec, RuleContext{*node, attrs}, value.index + 1);
    return value.index < names.size() ? node->name + '_' + names[value.index] : node->name;
}

} // namespace nervure
