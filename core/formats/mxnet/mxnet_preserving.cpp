// SPDX-License-Identifier: Apache-2.0
#include "core/formats/mxnet/mxnet_preserving.h"

#include "core/formats/mxnet/mxnet_upgrade.h"
#include "core/formats/nnvm/nnvm_preserving.h"
#include "core/formats/nnvm/nnvm_writer.h"
#include "core/graph/op/hidden_keys.h"
#include "core/graph/same_node.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

void setMXNetDialect(Node &node, const OpRegistry &)
{
    node.dialect = Dialect::MXNet;
}

/// As the file stands, without MXNet's upgrade.
constexpr NnvmJsonDialect mxnetAsWritten{Dialect::MXNet, setMXNetDialect, nullptr};

/// Hidden keys as MXNet's C API stores them. What it refuses to store (a key of an input at the
/// operator) is kept, with a warning.
void writeHiddenKeys(Graph &graph, NodeId id, Diagnostics &diagnostics)
{
    const Node before = graph.node(id);
    for (const auto &[key, value] : before.attrs) {
        const auto hidden = oldMXNetHiddenKey(key);
        if (!hidden) {
            continue;
        }
        if (hidden->input.empty()) {
            Node &node = graph.edit(id);
            node.attrs.erase(key);
            node.attrs.set(hidden->key, value);
        } else {
            diagnostics.push_back(makeWarningAt(
                before.name, "mxnet-key",
                "{} {}: MXNet refuses the deprecated attribute {}, expected {} at its input {}",
                before.op, quoted(before.name), quoted(key), quoted(hidden->key),
                quoted(hidden->input)));
        }
    }
}

/// Changes of names and attributes from `before` to `now`, made to `graph`, which has the same nodes or
/// fewer. False when anything else changed.
bool applyTextChanges(const Graph &before, const Graph &now, Graph &graph)
{
    const auto isSameWiring = [&](NodeId id) {
        const Node *a = before.find(id);
        const Node *b = now.find(id);
        return a && b && a->inputs == b->inputs && a->controlDeps == b->controlDeps
               && a->op == b->op;
    };
    const auto nodes = now.nodes();
    if (before.heads() != now.heads() || before.nodeCount() != now.nodeCount()
        || !std::all_of(nodes.begin(), nodes.end(), isSameWiring)) {
        return false;
    }
    for (const NodeId id : nodes) {
        const Node &was = before.node(id);
        const Node &is = now.node(id);
        if (sameNode(was, is)) {
            continue;
        }
        if (!graph.contains(id)) {
            return false;
        }
        Node &node = graph.edit(id);
        node.name = is.name;
        for (const auto &[key, value] : was.attrs) {
            if (!is.attrs.find(key)) {
                node.attrs.erase(key);
            }
        }
        for (const auto &[key, value] : is.attrs) {
            const std::string *old = was.attrs.find(key);
            if (!old || *old != value) {
                node.attrs.set(key, value);
            }
        }
    }
    graph.setAttrs(now.attrs());
    return true;
}

/// Whether a text says what the graph says. Of variables that the upgrade adds only the name counts:
/// their attributes are copies of their operator's.
bool saysTheSame(const Graph &read, const Graph &graph)
{
    const auto nodes = graph.nodes();
    return read.nodeCount() == graph.nodeCount() && read.heads() == graph.heads()
           && read.attrs() == graph.attrs()
           && std::all_of(nodes.begin(), nodes.end(), [&](NodeId id) {
                  const Node *other = read.find(id);
                  const Node &node = graph.node(id);
                  return other
                         && (node.sourceIndex ? sameNode(*other, node)
                                              : other->name == node.name && !other->sourceIndex);
              });
}

} // namespace

const NnvmJsonDialect &mxnetJson()
{
    static constexpr NnvmJsonDialect dialect{Dialect::MXNet, setMXNetDialect, upgradeMXNet};
    return dialect;
}

Result<std::string> writeMXNet(const Graph &graph, const FormatContext &context,
                               Diagnostics &diagnostics)
{
    Graph written = graph;
    for (const NodeId id : graph.nodes()) {
        writeHiddenKeys(written, id, diagnostics);
    }
    std::vector<GraphAttr> attrs = graph.attrs();
    std::erase_if(attrs, [](const GraphAttr &attr) { return attr.name == "mxnet_version"; });
    attrs.push_back({"mxnet_version", "int", fmt::format("{}", newestMXNet)});
    written.setAttrs(std::move(attrs));
    return writeNnvmJson(written, context, diagnostics);
}

Result<std::string> writeMXNetPreserving(const Graph &graph, std::string_view original,
                                         const FormatContext &context, Diagnostics &diagnostics)
{
    const auto upgraded = readNnvmJson(original, context, mxnetJson());
    auto written = readNnvmJson(original, context, mxnetAsWritten);
    if (!upgraded || !written || upgraded->graph.sameAs(written->graph)) {
        return writeNnvmPreserving(graph, original, context, diagnostics, mxnetJson());
    }
    if (graph.sameAs(upgraded->graph)) {
        return std::string(original);
    }
    if (applyTextChanges(upgraded->graph, graph, written->graph)) {
        ASSIGN_OR_RETURN(std::string text, writeNnvmPreserving(written->graph, original, context,
                                                               diagnostics, mxnetAsWritten));
        const auto again = readNnvmJson(text, context, mxnetJson());
        if (again && saysTheSame(again->graph, graph)) {
            return text;
        }
    }
    diagnostics.push_back(makeWarning(
        "mxnet-upgraded", "the form of the old release of MXNet cannot hold the edit: the "
                          "file is written as MXNet 1.9.1 writes it"));
    return writeMXNet(graph, context, diagnostics);
}

} // namespace nervure
