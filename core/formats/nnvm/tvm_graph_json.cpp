// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_preserving.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/formats/nnvm/nnvm_writer.h"
#include "core/formats/nnvm/tvm_entry_lists.h"
#include "core/formats/nnvm/tvm_graph_reader.h"
#include "core/graph/kernel_calls.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// How much of the text's beginning and end is looked at.
constexpr std::size_t runtimeFrontBytes = 64 * 1024;

constexpr std::array<std::string_view, 3> neededAttributes{"storage_id", "dltype", "shape"};

/// NNVM's JSON is ours when it calls kernels whose results have a place in memory. Calls are found
/// in front, while the lists behind the nodes may be long.
int sniffTvm(std::string_view text, const OpRegistry &)
{
    const std::string_view front = text.substr(0, runtimeFrontBytes);
    const std::string_view back = text.substr(text.size() - front.size());
    const auto has = [&](std::string_view word) {
        return front.find(word) != std::string_view::npos
               || back.find(word) != std::string_view::npos;
    };
    if (!has("\"nodes\"") && !has("\"arg_nodes\"")) {
        return 0;
    }
    const bool hasCalls = has("\"tvm_op\"");
    const auto holds = [&](std::string_view word) {
        return has(word) || (hasCalls && text.find(word) != std::string_view::npos);
    };
    return holds("\"storage_id\"") && holds("\"dltype\"") ? 95 : 0;
}

/// A graph that has not been compiled is none that the runtime could run.
Result<std::string> writeTvm(const Graph &graph, const FormatContext &context,
                             Diagnostics &diagnostics)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable() && !isKernelCall(node)) {
            return makeErrorAt(
                node.name, "tvm-operator",
                "node {} is operator {}, expected a compiled graph: variables and calls of kernels",
                quoted(node.name), quoted(node.op));
        }
    }
    for (const std::string_view name : neededAttributes) {
        const auto &attrs = graph.attrs();
        if (std::none_of(attrs.begin(), attrs.end(),
                         [name](const GraphAttr &attr) { return attr.name == name; })) {
            diagnostics.push_back(
                makeWarning("tvm-attr", "the graph has no attribute {}, which TVM's runtime needs",
                            quoted(name)));
        }
    }
    return writeNnvmJson(graph, context, diagnostics);
}

/// The lists over entries go with their nodes.
Result<std::string> writeTvmPreserving(const Graph &graph, std::string_view original,
                                       const FormatContext &context, Diagnostics &diagnostics)
{
    const Result<LoadedGraph> file = readNnvmJson(original, context);
    if (!file) {
        return writeTvm(graph, context, diagnostics);
    }
    Graph saved = graph;
    if (graph.attrs() == inNnvmOrder(file->graph)) {
        auto attrs = inFileOrder(graph, file->graph);
        RETURN_IF_FAILED(attrs);
        saved.setAttrs(std::move(attrs).value());
    }
    return writeNnvmPreserving(saved, original, context, diagnostics);
}

} // namespace

void registerTvmGraphJson(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "tvm";
    spec.title = "TVM runtime graph";
    spec.family = "nnvm";
    spec.extensions = {"json"};
    spec.sniff = sniffTvm;
    spec.read = readTvmGraph;
    spec.write = writeTvm;
    spec.writePreserving = writeTvmPreserving;
    formats.add(std::move(spec));
}

} // namespace nervure
