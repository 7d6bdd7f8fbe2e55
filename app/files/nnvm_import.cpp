// SPDX-License-Identifier: Apache-2.0
#include "app/files/nnvm_import.h"

#include "app/files/document_reader.h"
#include "app/files/document_session.h"
#include "app/files/file_writer.h"
#include "app/files/model_conversion.h"
#include "app/files/model_windows.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/parameter_file.h"
#include "core/formats/tensors/params.h"
#include "core/graph/analysis/parameters.h"
#include "core/passes/lowering_pass.h"
#include "core/support/file.h"
#include "widgets/document/unsaved_parameters.h"
#include "widgets/text/format.h"

#include <functional>
#include <set>
#include <string>

namespace nervure {

namespace {

/// Beside the model that it is made of, under a name that is not its own.
std::filesystem::path suggestedPath(const std::filesystem::path &source)
{
    return source.empty() ? source : source.parent_path() / (source.stem().string() + "-nnvm.json");
}

/// The parameters of a graph that became another one. Their names alone do not say what they are there.
std::set<std::string, std::less<>> keptParameters(const ModelConversion &conversion,
                                                  const Graph &made, const OpRegistry &ops)
{
    const Graph &graph = conversion.source.graph;
    std::set<std::string, std::less<>> were;
    for (const NodeId id : findParameters(graph, ops, conversion.inputs.loaded)) {
        were.insert(graph.node(id).name);
    }
    std::set<std::string, std::less<>> kept;
    for (const NodeId id : made.nodes()) {
        if (made.node(id).isVariable() && were.count(made.node(id).name) != 0) {
            kept.insert(made.node(id).name);
        }
    }
    return kept;
}

using Held = std::shared_ptr<const UnsavedParameters>;

/// Puts them into a file, whose place `parameters` get.
Result<Held> hold(ModelParameters &parameters, const std::filesystem::path &model)
{
    auto held = std::make_shared<UnsavedParameters>();
    held->folder = std::make_unique<QTemporaryDir>();
    if (!held->folder->isValid()) {
        return makeError("file", "the parameters could not be kept: {}",
                         held->folder->errorString().toStdString());
    }
    const std::string name = model.empty() ? "model" : model.stem().string();
    held->file = std::filesystem::path(held->folder->path().toStdString()) / (name + ".params");
    ASSIGN_OR_RETURN(const std::string bytes, writeParams(parameters.tensors));
    RETURN_IF_FAILED(writeFile(
        held->file, [&bytes](const ByteSink &sink) { sink(bytes); }, Flush::Whenever));
    parameters.file = held->file;
    return Held(std::move(held));
}

} // namespace

Result<DocumentContent> importedDocument(const ModelConversion &conversion,
                                         const Builtins &builtins, const JobControl &control)
{
    OpenedModel model;
    model.format = builtins.formats.find(conversion.format);
    model.semantics = conversion.source.semantics;
    ASSIGN_OR_RETURN(ChangedModel changed,
                     changedModel(conversion, builtins, model.diagnostics, control));
    model.graph = std::move(changed.graph);
    const std::filesystem::path path = suggestedPath(conversion.source.path);
    ModelParameters parameters;
    Held held;
    if (!changed.params.empty()) {
        control.report(-1, "keeping the parameters");
        parameters.tensors = std::move(changed.params);
        ASSIGN_OR_RETURN(held, hold(parameters, path));
    } else if (!storesValues(conversion.source.graph.dialect())
               && !conversion.parameterFile.empty()) {
        // The new graph's variables have the names that they had.
        ASSIGN_OR_RETURN(parameters,
                         readParameterFile(conversion.parameterFile, model.graph, builtins.ops));
        held = std::make_shared<const UnsavedParameters>(UnsavedParameters{parameters.file});
    }
    control.report(-1, "indexing");
    auto kept = keptParameters(conversion, model.graph, builtins.ops);
    DocumentContent content =
        contentOf(builtins, std::move(model), held ? &parameters : nullptr, std::move(kept));
    content.unsavedParameters = std::move(held);
    content.suggestedPath = toQString(path.string());
    return content;
}

NnvmImport::NnvmImport(DocumentSession &session, ModelWindows &windows, QObject *parent)
    : QObject(parent),
      m_session(session),
      m_windows(windows)
{}

bool NnvmImport::isPossible() const
{
    return !loweringPassOf(m_session.document.graph().dialect()).empty();
}

void NnvmImport::start()
{
    // A shared pointer: results of jobs must be copyable.
    using Made = std::shared_ptr<Result<DocumentContent>>;
    m_session.jobs.start(
        {tr("Importing"), QStringLiteral("import")}, this,
        [conversion = conversionOf(m_session.document, std::string(dialectName(Dialect::Nnvm))),
         &builtins = m_session.builtins](const JobControl &control) {
            return std::make_shared<Result<DocumentContent>>(
                importedDocument(conversion, builtins, control));
        },
        [this](const Made &made) {
            if (*made) {
                m_windows.showNew(std::move(*made).value());
            } else {
                Q_EMIT failed(
                    tr("The model was not imported: %1").arg(errorSentence(made->error())));
            }
        });
}

} // namespace nervure
