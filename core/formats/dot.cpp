// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include <algorithm>
#include <unordered_set>

namespace nervure {

namespace {

std::string dotQuoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return out + '"';
}

std::string idOf(NodeId id)
{
    return "n" + std::to_string(id.value);
}

/// Variables that only operators read as parameters are left out: they belong to their operator.
std::unordered_set<NodeId> foldedVariables(const Graph &graph, const OpRegistry &ops)
{
    std::unordered_set<NodeId> folded;
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            folded.insert(id);
        }
    }
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const OpSpec *spec = ops.find(node);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const bool isParameter =
                spec ? std::find(spec->parameterInputs.begin(), spec->parameterInputs.end(), i)
                           != spec->parameterInputs.end()
                     : i > 0;
            if (!isParameter) {
                folded.erase(node.inputs[i].node);
            }
        }
    }
    for (const Entry &head : graph.heads()) {
        folded.erase(head.node);
    }
    return folded;
}

Result<std::string> writeDot(const Graph &graph, const FormatContext &context, Diagnostics &)
{
    const std::unordered_set<NodeId> folded = foldedVariables(graph, context.ops);
    std::string out = "digraph model {\n  node [fontname=\"sans-serif\", fontsize=11];\n";
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (folded.count(id) != 0) {
            continue;
        }
        const bool isVariable = node.isVariable();
        out += "  " + idOf(id) + " [shape=" + (isVariable ? "ellipse" : "box") + ", label="
               + dotQuoted(isVariable ? node.name : node.op + "\n" + node.name) + "];\n";
    }
    const auto addEdge = [&](NodeId from, NodeId to, const std::string &style) {
        if (graph.contains(from) && folded.count(from) == 0) {
            out += "  " + idOf(from) + " -> " + idOf(to) + style + ";\n";
        }
    };
    for (const NodeId id : graph.nodes()) {
        for (const Entry &entry : graph.node(id).inputs) {
            addEdge(entry.node, id,
                    entry.index > 0 ? " [label=\"" + std::to_string(entry.index) + "\"]" : "");
        }
        for (const NodeId dep : graph.node(id).controlDeps) {
            addEdge(dep, id, " [style=dashed]");
        }
    }
    return out + "}\n";
}

} // namespace

void registerDot(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "dot";
    spec.title = "Graphviz DOT";
    spec.extensions = {"dot", "gv"};
    spec.write = writeDot;
    formats.add(std::move(spec));
}

} // namespace nervure
