// SPDX-License-Identifier: Apache-2.0
#include "app/files/document_reader.h"

#include "core/builtins.h"
#include "core/engine/debug_profile.h"
#include "core/engine/project_operators.h"
#include "core/engine/run_history.h"
#include "core/formats/foreign/foreign_files.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/parameter_file.h"
#include "core/formats/project/project_file.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/check/finding_list.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "core/support/fingerprint.h"
#include "widgets/text/format.h"

#include <QFileInfo>

#include <future>

namespace nervure {

namespace {

Diagnostic canceledError()
{
    return makeError("cancelled", "the reading was cancelled");
}

/// What is kept of parameters: which variables they are of, and of what shape and type.
InputFacts factsOf(const ModelParameters &parameters)
{
    InputFacts facts;
    facts.loaded = parameters.names();
    for (const auto &[name, tensor] : parameters.tensors) {
        facts.shapes.emplace(name, tensor.shape());
        facts.dtypes.emplace(name, tensor.type());
    }
    return facts;
}

/// The times that TVM's debugger measured, where they lie beside what it dumped.
std::shared_ptr<ProfileReport> profileBeside(OpenedModel &model)
{
    const auto times = timesBesideDump(model.path, model.graph, model.diagnostics);
    if (times.empty()) {
        return nullptr;
    }
    return std::make_shared<ProfileReport>(profileOfDebugTimes(times, model.graph));
}

/// The runs that a project holds; what is wrong with them is a warning, and they are lost when it is saved.
void readRuns(const Project *project, DocumentContent &content)
{
    const auto member = project ? project->members.find(std::string(runHistoryMember))
                                : std::map<std::string, std::string>::const_iterator();
    if (!project || member == project->members.end()) {
        return;
    }
    Result<RunHistory> runs = readRunHistory(member->second);
    if (runs) {
        content.runs = std::move(*runs);
    } else {
        content.diagnostics.push_back(makeWarning(runs.error().code, "{}", runs.error().message));
    }
}

} // namespace

Result<DocumentContent> readDocument(const Builtins &builtins, const QString &path,
                                     const JobControl &control)
{
    control.report(-1, "reading");
    const QFileInfo file(path);
    ASSIGN_OR_RETURN(auto bytes, readModelBytes(file.filesystemAbsoluteFilePath(), builtins.formats,
                                                builtins.ops));
    if (control.cancel.isCanceled()) {
        return canceledError();
    }
    // It takes as long as reading large models does.
    auto mark = std::async(std::launch::async, [bytes] { return fileChecksumOf(bytes->view()); });
    Diagnostics ofOperators;
    learnProjectOperators(bytes->view(), file.fileName().toStdString(), builtins.ops, ofOperators);
    ASSIGN_OR_RETURN(auto opened,
                     openModelBytes(std::move(bytes), file.filesystemAbsoluteFilePath().string(),
                                    builtins.formats, builtins.ops));
    opened.diagnostics.insert(opened.diagnostics.end(), ofOperators.begin(), ofOperators.end());
    if (control.cancel.isCanceled()) {
        return canceledError();
    }
    control.report(-1, "reading parameters");
    const auto parameters = parametersBeside(opened, builtins.ops, opened.diagnostics);
    if (control.cancel.isCanceled()) {
        return canceledError();
    }
    control.report(-1, "indexing");
    auto profile = profileBeside(opened);
    DocumentContent content =
        contentOf(builtins, std::move(opened), parameters ? &*parameters : nullptr);
    if (profile && content.index) {
        content.runsHash = graphFingerprint(*content.index);
        profile->origin.model = content.runsHash;
    }
    content.profile = std::move(profile);
    content.path = file.absoluteFilePath();
    content.fileFingerprint = mark.get();
    return content;
}

DocumentContent contentOf(const Builtins &builtins, OpenedModel model,
                          const ModelParameters *parameters,
                          std::set<std::string, std::less<>> known)
{
    DocumentContent content;
    if (parameters) {
        content.inputFacts = factsOf(*parameters);
        content.parameterFile = toQString(parameters->file.string());
    }
    content.inputFacts.loaded.merge(known);
    content.formatName = model.format->name;
    content.semantics = model.semantics;
    if (model.project) {
        // The original and the edits are in the document.
        content.project = std::make_shared<const Project>(
            Project{{}, model.project->name, model.semantics, {}, model.project->members});
    }
    content.original = std::move(model.text);
    content.diagnostics = std::move(model.diagnostics);
    readRuns(model.project.get(), content);
    content.graph = std::move(model.graph);
    GraphExamination found;
    found.revision = content.graph.revision();
    Diagnostics problems;
    auto index = IndexedGraph::build(content.graph, builtins.ops, problems);
    content.index = index ? std::move(*index) : nullptr;
    if (content.index && !content.runs.empty()) {
        content.runsHash = graphFingerprint(*content.index);
    }
    found.findings = newFindings(content.diagnostics, problems, content.graph);
    found.parameters = std::make_shared<const std::unordered_set<NodeId>>(
        findParameters(content.graph, builtins.ops, content.inputFacts.loaded));
    found.statistics = std::make_shared<const GraphStatistics>(
        makeGraphStatistics(content.graph, *found.parameters));
    content.examination = std::move(found);
    return content;
}

} // namespace nervure
