// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/run_request.h"

#include "core/builtins.h"
#include "core/engine/input_source.h"
#include "core/formats/project/parameter_file.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/save_source.h"
#include "widgets/jobs/worker_model.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QTemporaryDir>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

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

/// A picture in one of Qt's formats as one that core reads: "cat.jpg{mean=0.5}" becomes "FILE.png{mean=0.5}" in
/// the folder. Everything else stays as it is, for core to say what is wrong with it.
QString readableInput(const QString &value, const QTemporaryDir &folder)
{
    const qsizetype brace = value.endsWith(u'}') ? value.lastIndexOf(u'{') : value.size();
    const QString file = value.left(brace);
    const QByteArray format = QFileInfo(file).suffix().toLower().toLatin1();
    if (format == "png" || !QImageReader::supportedImageFormats().contains(format)) {
        return value;
    }
    QImageReader reader(file);
    reader.setAutoTransform(true);
    const QString png =
        folder.filePath(QFileInfo(file).completeBaseName() + QStringLiteral(".png"));
    return reader.read().save(png) ? png + value.mid(brace) : value;
}

/// What inputs are given that the model has; those that were named for another one are passed over.
Status addInputs(ExecutionRequest &execution, const QMap<QString, QString> &inputs,
                 const Graph &graph, const Builtins &builtins)
{
    const QTemporaryDir folder;
    execution.graph = graph; // it says the shapes that pictures get
    for (auto it = inputs.begin(); it != inputs.end(); ++it) {
        const std::string name = it.key().toStdString();
        if (!it->trimmed().isEmpty() && graph.findByName(name)) {
            const QString value = readableInput(it->trimmed(), folder);
            RETURN_IF_FAILED(addInputSource(name + '=' + value.toStdString(), execution, builtins));
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
    {"connecting", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Connecting")},
    {"sending the model", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Sending the model")},
    {"compiling", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Compiling")},
    {"preparing", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Preparing")},
    {"preparing kernels", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Preparing kernels")},
    {"warming up", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Warming up")},
    {"measuring", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring")},
    {"measuring the device", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring the device")},
    {"running", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Running")},
    {"measuring what is untuned",
     QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Measuring what is untuned")},
    {"trying variants", QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Trying variants")},
    {"timing the winners again",
     QT_TRANSLATE_NOOP("nervure::ProfileRunner", "Timing the winners again")},
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
    ASSIGN_OR_RETURN(WorkerModel sent, workerModel(source, builtins));
    request.model = std::move(sent.text);
    request.file = pathOfValues(source).string();
    RETURN_IF_FAILED(addParameters(request.execution, parameters, source.graph, builtins.ops));
    RETURN_IF_FAILED(addInputs(request.execution, inputs, source.graph, builtins));
    QByteArray bytes = QByteArray::fromStdString(workerRequestBytes(request));
    return PreparedRequest{std::move(request), std::move(bytes), std::move(sent.nodes)};
}

} // namespace nervure
