// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/run_request.h"

#include "core/builtins.h"
#include "core/engine/input_source.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/parameter_file.h"
#include "core/graph/traversal.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/save_source.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nervure {

namespace {

/// The nodes of a canonical text in its order: LightNet's is that of the graph, the others' a walk from the heads.
std::vector<NodeId> nodesOfText(const Graph &graph)
{
    return graph.dialect() == Dialect::LightNet
               ? std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())
               : postOrder(graph);
}

/// What tells a node of an ONNX model from all others: the name of its first value.
const std::string &valueNameOf(const Node &node)
{
    return node.outputPorts.empty() ? node.name : node.outputPorts[0].tensor;
}

/// The model as the worker reads it, and which of the document's nodes are those of its graph, in order.
struct SentModel {
    std::string text;
    std::vector<NodeId> nodes;
};

/// An ONNX model goes as it would be saved, for nothing else holds all that it says.
Result<SentModel> sentOnnxModel(const SaveSource &source, const Builtins &builtins)
{
    Diagnostics ignored;
    SentModel sent;
    // A project's name would make a project of it.
    const std::filesystem::path file =
        std::filesystem::path(source.path).replace_extension(".onnx");
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
Result<SentModel> sentOriginal(const SaveSource &source, const Builtins &builtins)
{
    if (!source.original) {
        return makeError("format-unwritable", "no format can carry this model to the worker");
    }
    SentModel sent{std::string(source.original->view()), {}};
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

/// Canonical text of the document's own format where it has one.
Result<SentModel> sentModel(const SaveSource &source, const Builtins &builtins)
{
    const Graph &graph = source.graph;
    if (graph.dialect() == Dialect::Onnx) {
        return sentOnnxModel(source, builtins);
    }
    if (storesValues(graph.dialect())) {
        return sentOriginal(source, builtins);
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
    return SentModel{std::move(text), nodesOfText(graph)};
}

/// The values of the variables that `file` has some for; of the others they are made up.
Status addParameters(ExecutionRequest &execution, const QString &file, const Graph &graph,
                     const OpRegistry &ops)
{
    if (file.isEmpty()) {
        return {};
    }
    ASSIGN_OR_RETURN(ModelParameters parameters,
                     readParameterFile(QFileInfo(file).filesystemFilePath(), graph, ops));
    execution.loadedParams = parameters.names();
    execution.values = std::move(parameters.tensors);
    return {};
}

/// What inputs are given that the model has; those that were named for another one are passed over.
Status addInputs(ExecutionRequest &execution, const QMap<QString, QString> &inputs,
                 const Graph &graph)
{
    for (auto it = inputs.begin(); it != inputs.end(); ++it) {
        const std::string name = it.key().toStdString();
        if (!it->trimmed().isEmpty() && graph.findByName(name)) {
            RETURN_IF_FAILED(addInputSource(name + '=' + it->trimmed().toStdString(), execution));
        }
    }
    return {};
}

struct StageName {
    const char *stage;
    const char *text;
};

/// The stages that the worker reports.
constexpr StageName stageNames[]{
    {"compiling", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Compiling")},
    {"preparing", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Preparing")},
    {"preparing kernels", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Preparing kernels")},
    {"warming up", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Warming up")},
    {"measuring", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring")},
    {"measuring the device", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring the device")},
    {"running", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Running")},
    {"reading weights", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Counting values")},
};

} // namespace

QString stageText(const QString &stage)
{
    const auto known =
        std::find_if(std::begin(stageNames), std::end(stageNames),
                     [&](const StageName &name) { return stage == QLatin1String(name.stage); });
    return known == std::end(stageNames)
               ? stage
               : QCoreApplication::translate("nervure::ProfileRunner", known->text);
}

WorkerRequest requestFor(const char *command, const GraphDocument &document,
                         const ProfileOptions &options)
{
    WorkerRequest request;
    request.command = command;
    request.semantics = document.semantics();
    ExecutionRequest &execution = request.execution;
    execution.device = options.device.toStdString();
    execution.mode = options.mode == u"pipelined" ? RunMode::Pipelined : RunMode::Serialized;
    execution.pipeline = options.isUnfused ? "none" : devicePipeline;
    execution.isDirectOnly = options.isDirectOnly;
    execution.computesInHalf = options.computesInHalf;
    execution.fallsBack = options.fallsBack;
    execution.warmup = static_cast<std::size_t>(options.warmup);
    execution.repeat = static_cast<std::size_t>(options.repeat);
    execution.warmsUntilSettled = options.settles;
    execution.seed = options.seed;
    execution.facts = document.inputFacts();
    request.operators = document.builtins().ops.declared().files();
    return request;
}

QString parameterFileFor(const GraphDocument &document, const ProfileOptions &options)
{
    return options.parameters.isEmpty() ? document.parameterFile() : options.parameters;
}

Result<PreparedRequest> prepareRequest(WorkerRequest request, const SaveSource &source,
                                       const QString &parameters,
                                       const QMap<QString, QString> &inputs,
                                       const Builtins &builtins)
{
    ASSIGN_OR_RETURN(SentModel sent, sentModel(source, builtins));
    request.model = std::move(sent.text);
    request.file = source.path.string();
    RETURN_IF_FAILED(addParameters(request.execution, parameters, source.graph, builtins.ops));
    RETURN_IF_FAILED(addInputs(request.execution, inputs, source.graph));
    QByteArray bytes = QByteArray::fromStdString(workerRequestBytes(request));
    return PreparedRequest{std::move(request), std::move(bytes), std::move(sent.nodes)};
}

} // namespace nervure
