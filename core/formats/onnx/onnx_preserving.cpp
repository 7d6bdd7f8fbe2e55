// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_preserving.h"

#include "core/formats/onnx/data_files.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/onnx/onnx_graph_writer.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <set>

namespace nervure::onnx {

namespace {

namespace fs = std::filesystem;

bool isOtherFolder(const fs::path &a, const fs::path &b)
{
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(a).parent_path(), error)
           != fs::weakly_canonical(fs::absolute(b).parent_path(), error);
}

/// A model that is saved elsewhere names data that are not there.
void warnOfData(const Graph &graph, const fs::path &from, const std::string &to,
                const DataFiles &carried, Diagnostics &diagnostics)
{
    if (from.empty() || to.empty() || to == "-" || !isOtherFolder(from, to)) {
        return;
    }
    std::set<std::string> files;
    for (const NodeId id : graph.nodes()) {
        const std::string *data = graph.node(id).attrs.find(onnx_variable::data);
        if (data && *data != onnx_variable::inside && !carried.holds(*data)
            && graph.node(id).isVariable()) {
            files.insert(*data);
        }
    }
    if (!files.empty()) {
        diagnostics.push_back(
            makeWarning("not-carried",
                        "the values in {} stay beside {}, expected a copy beside the "
                        "new file",
                        quoted(*files.begin()), quoted(from.filename().string())));
    }
}

} // namespace

Result<BytePieces> preservingPieces(const Graph &graph, const OriginalModel &original,
                                    const FormatContext &context, Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const ModelMessage model, readModel(original.bytes));
    ASSIGN_OR_RETURN(const ReadGraph before, buildGraph(model));
    DataFiles dataFiles(original.bytes, original.path, context.fileName);
    if (graph.sameAs(before.graph)) {
        warnOfData(graph, original.path, context.fileName, dataFiles, diagnostics);
        BytePieces same;
        same.keep(original.bytes);
        return same;
    }
    if (graph.attrs() != before.graph.attrs()) {
        diagnostics.push_back(
            makeWarning("not-carried", "what the model says about itself is written as it was"));
    }
    ASSIGN_OR_RETURN(const GraphMessage message, readGraph(model.graph.bytes, model.file));
    ASSIGN_OR_RETURN(
        WirePieces changed,
        rewriteGraph(
            {before.graph, graph, message, model.file, {original.path, dataFiles}, &context.ops}));
    warnOfData(graph, original.path, context.fileName, dataFiles, diagnostics);
    WirePieces pieces;
    WireReader reader(original.bytes);
    while (const auto field = reader.next()) {
        if (field->number == model::graph) {
            pieces.addMessage(model::graph, std::move(changed));
        } else {
            pieces.keep(field->whole);
        }
    }
    dataFiles.moveTo(pieces);
    return BytePieces(std::move(pieces));
}

} // namespace nervure::onnx
