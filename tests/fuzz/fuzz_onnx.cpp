// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of ONNX models and, where it opens them, to inference, to ONNXToNNVM in exact
// semantics and to the preserving writer: as they are, with other names for all nodes, without the first operator and with one more.
#include "core/graph/analysis/onnx_inference.h"
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"
#include "tests/fuzz/text_format.h"

namespace {

using namespace nervure;

/// What the writer makes of an edited graph opens, unless it says why there is nothing.
void tryWriting(const FormatSpec &format, const Graph &graph, std::string_view bytes,
                const FormatContext &context)
{
    Diagnostics ignored;
    const auto written = format.writePreserving(graph, bytes, context, ignored);
    if (written && !format.read(*written, context)) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    fuzz::tryTextFormat("onnx", bytes);
    const FormatSpec &format = *fuzz::loaders().formats.find("onnx");
    const FormatContext context{fuzz::loaders().ops, Semantics::Fixed, "fuzz.onnx"};
    const auto loaded = format.read(bytes, context);
    if (!loaded || loaded->graph.nodeCount() == 0) {
        return 0;
    }
    Diagnostics problems;
    if (const auto index = IndexedGraph::build(loaded->graph, fuzz::loaders().ops, problems)) {
        static_cast<void>(inferOnnxValues(**index, fuzz::loaders().ops, {}, {}));
    }
    const std::vector<PassRequest> passes{{"ONNXToNNVM"}};
    static_cast<void>(runPasses(loaded->graph, passes,
                                {.passes = fuzz::builtins().passes,
                                 .ops = fuzz::builtins().ops,
                                 .semantics = Semantics::Exact}));
    Graph renamed = loaded->graph;
    for (const NodeId id : loaded->graph.nodes()) {
        renamed.edit(id).name += "'";
    }
    tryWriting(format, renamed, bytes, context);
    Graph changed = loaded->graph;
    const NodeId last = changed.nodes().back();
    Node relu;
    relu.op = "Relu";
    relu.dialect = Dialect::Onnx;
    relu.inputs.push_back({last, 0, 0});
    changed.setHeads({{changed.add(relu), 0, 0}});
    changed.remove(changed.nodes().front());
    tryWriting(format, changed, bytes, context);
    return 0;
}
