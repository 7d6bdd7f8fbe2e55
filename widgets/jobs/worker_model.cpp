// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/worker_model.h"

#include "core/builtins.h"
#include "core/engine/remote/sent_model.h"
#include "core/formats/project/open_model.h"
#include "widgets/document/save_source.h"

#include <string_view>
#include <unordered_map>

namespace nervure {

namespace {

/// What tells a node of an ONNX model from all others: the name of its first value.
const std::string &valueNameOf(const Node &node)
{
    return node.outputPorts.empty() ? node.name : node.outputPorts[0].tensor;
}

/// An ONNX model goes as it would be saved, for nothing else holds all that it says.
Result<WorkerModel> workerOnnxModel(const SaveSource &source, const Builtins &builtins)
{
    Diagnostics ignored;
    WorkerModel sent;
    // A project's name would make a project of it.
    const std::filesystem::path file = pathOfValues(source).replace_extension(".onnx");
    ASSIGN_OR_RETURN(sent.text,
                     bytesToSave(source, builtins, file, source.formatName, {}, ignored));
    ASSIGN_OR_RETURN(const OpenedModel read,
                     openModelText(sent.text, {}, builtins.formats, builtins.ops));
    std::unordered_map<std::string_view, NodeId> known;
    for (const NodeId id : source.graph.nodes()) {
        known.emplace(valueNameOf(source.graph.node(id)), id);
    }
    for (const NodeId id : read.graph.nodes()) {
        const auto node = known.find(valueNameOf(read.graph.node(id)));
        sent.nodes.push_back(node == known.end() ? NodeId() : node->second);
    }
    return sent;
}

/// A model that no format writes goes as it was opened: its nodes have the ids of their places.
Result<WorkerModel> workerOriginal(const SaveSource &source, const Builtins &builtins)
{
    if (!source.original) {
        return makeError("format-unwritable", "no format can carry this model to the worker");
    }
    WorkerModel sent{std::string(source.original->view()), {}};
    ASSIGN_OR_RETURN(const OpenedModel read,
                     openModelText(sent.text, {}, builtins.formats, builtins.ops));
    if (!read.graph.sameAs(source.graph)) {
        return makeError(
            "format-unwritable",
            "edits of a model that is only read cannot be run: save it as an NNVM graph, or "
            "undo them");
    }
    sent.nodes.assign(read.graph.nodes().begin(), read.graph.nodes().end());
    return sent;
}

} // namespace

Result<WorkerModel> workerModel(const SaveSource &source, const Builtins &builtins)
{
    const Graph &graph = source.graph;
    if (graph.dialect() == Dialect::Onnx) {
        return workerOnnxModel(source, builtins);
    }
    if (storesValues(graph.dialect())) {
        return workerOriginal(source, builtins);
    }
    const FormatSpec *format = builtins.formats.find(source.formatName);
    if (format == nullptr || !format->write) {
        format = builtins.formats.find(dialectName(graph.dialect()));
    }
    if (format == nullptr || !format->write) {
        return makeError("format-unwritable", "no format can carry this model to the worker");
    }
    Diagnostics ignored;
    ASSIGN_OR_RETURN(std::string text,
                     format->write(graph, {builtins.ops, source.semantics, {}}, ignored));
    return WorkerModel{std::move(text), nodesOfText(graph)};
}

} // namespace nervure
