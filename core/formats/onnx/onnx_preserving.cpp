// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_preserving.h"

#include "core/formats/onnx/carried_functions.h"
#include "core/formats/onnx/data_files.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/onnx/onnx_graph_writer.h"
#include "core/formats/onnx/onnx_model_attrs.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace nervure::onnx {

namespace {

namespace fs = std::filesystem;

/// True if values in other files are to be copied.
bool takesAny(const Graph &graph, const DataFiles &dataFiles)
{
    return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](NodeId id) {
        const std::string *place = graph.node(id).attrs.find(onnx_variable::data);
        return place && graph.node(id).isVariable() && dataFiles.takesAlong(*place);
    });
}

/// The files that bodies have values in.
void addFilesOfBodies(const Graph &graph, bool isBody, std::set<std::string> &files)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const std::string *data =
            node.isVariable() ? node.attrs.find(onnx_variable::data) : nullptr;
        if (isBody && data && *data != onnx_variable::inside) {
            files.insert(*data);
        }
        for (const auto &body : node.subgraphs) {
            addFilesOfBodies(*body, true, files);
        }
    }
}

/// A model that is saved elsewhere would name data that are not there.
Status checkData(const Graph &graph, const fs::path &from, const DataFiles &carried)
{
    if (!carried.isElsewhere()) {
        return {};
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
        return makeError("not-carried",
                         "the new file would lack the values in {}, expected a file beside {} or "
                         "in a folder there",
                         quoted(*files.begin()), quoted(from.filename().string()));
    }
    addFilesOfBodies(graph, false, files);
    return files.empty() ? Status()
                         : makeError("not-carried",
                                     "the new file would lack the values of a body in {}, expected "
                                     "those of bodies in the model itself",
                                     quoted(*files.begin()));
}

/// The facts of a model beside its nodes that are not those of its file.
struct ModelFacts {
    std::set<std::uint32_t> replaced; ///< the fields of the file that no longer hold
    std::string fields;               ///< in their place
};

Result<ModelFacts> changedFacts(const Graph &before, const Graph &now, Diagnostics &diagnostics)
{
    ModelFacts facts;
    bool isLeft = false;
    for (const GraphAttr &attr : attrsWithImports(now, before)) {
        const GraphAttr *known = findGraphAttr(before, attr.name);
        if ((known && *known == attr) || attr.name == model_facts::functions) {
            continue;
        }
        const std::uint32_t number = modelFieldNumber(attr.name);
        isLeft = isLeft || number == 0;
        facts.replaced.insert(number);
        ASSIGN_OR_RETURN(const std::string fields, modelFields(attr));
        facts.fields += fields;
    }
    for (const GraphAttr &attr : before.attrs()) {
        if (!findGraphAttr(now, attr.name) && attr.name != model_facts::functions) {
            const std::uint32_t number = modelFieldNumber(attr.name);
            isLeft = isLeft || number == 0;
            facts.replaced.insert(number);
        }
    }
    if (isLeft) {
        diagnostics.push_back(
            makeWarning("not-carried", "what the model says about its graph is written as it was"));
    }
    return facts;
}

} // namespace

Result<BytePieces> preservingPieces(const Graph &graph, const OriginalModel &original,
                                    const FormatContext &context, Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const ModelMessage model, readModel(original.bytes));
    ASSIGN_OR_RETURN(const ReadGraph before, buildGraph(model, original.path));
    DataFiles dataFiles(original.bytes, original.path, context.fileName);
    if (graph.sameAs(before.graph) && !takesAny(graph, dataFiles)) {
        RETURN_IF_FAILED(checkData(graph, original.path, dataFiles));
        BytePieces same;
        same.keep(original.bytes);
        return same;
    }
    ASSIGN_OR_RETURN(const GraphMessage message, readGraph(model.graph.bytes, model.file));
    const ModelFunctions functions = modelFunctions(graph);
    ASSIGN_OR_RETURN(WirePieces changed, rewriteGraph({before.graph,
                                                       graph,
                                                       message,
                                                       model.file,
                                                       {original.path, dataFiles},
                                                       &context.ops,
                                                       &functions}));
    RETURN_IF_FAILED(checkData(graph, original.path, dataFiles));
    ASSIGN_OR_RETURN(ModelFacts facts, changedFacts(before.graph, graph, diagnostics));
    WirePieces pieces;
    WireReader reader(original.bytes);
    while (const auto field = reader.next()) {
        if (field->number == model::graph) {
            pieces.addMessage(model::graph, std::move(changed));
        } else if (facts.replaced.count(field->number) == 0) {
            pieces.keep(field->whole);
        }
    }
    pieces.add(std::move(facts.fields));
    ASSIGN_OR_RETURN(WirePieces added, carriedFunctionFields(graph, before.graph));
    pieces.append(std::move(added));
    dataFiles.moveTo(pieces);
    return BytePieces(std::move(pieces));
}

} // namespace nervure::onnx
