// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/save_source.h"

#include "core/builtins.h"
#include "core/formats/project/project_file.h"
#include "core/support/fingerprint.h"
#include "core/support/stoppable_write.h"
#include "core/support/text.h"
#include "widgets/document/document_content.h"
#include "widgets/document/unsaved_parameters.h"

#include <QFileInfo>

#include <utility>

namespace nervure {

namespace {

/// The text that a project starts from: what the model was opened from if that is kept, else the
/// graph's in that format. What that cannot carry, the project's edits do.
Result<std::shared_ptr<const FileBytes>> startOf(const SaveSource &source, const Builtins &builtins,
                                                 const FormatSpec &format, bool keepsText)
{
    if (keepsText) {
        return source.original;
    }
    if (!format.write) {
        return makeError("format-unwritable", "{} can be read, but not written", format.title);
    }
    Diagnostics ignored;
    ASSIGN_OR_RETURN(std::string text,
                     format.write(source.graph, {builtins.ops, source.semantics, {}}, ignored));
    return std::make_shared<const FileBytes>(std::move(text));
}

/// The source as a project, called as `file` is.
Result<std::string> asProject(const SaveSource &source, const Builtins &builtins,
                              const FormatSpec &format, bool keepsText,
                              const std::filesystem::path &file,
                              const std::map<std::string, std::string> &members)
{
    ASSIGN_OR_RETURN(auto start, startOf(source, builtins, format, keepsText));
    const OpenedModel model{source.graph,  {}, std::move(start), &format, file, source.semantics,
                            source.project};
    return projectText(model, builtins.formats, builtins.ops, members);
}

} // namespace

std::filesystem::path pathOfValues(const SaveSource &source)
{
    return source.original && !source.original->path().empty() ? source.original->path()
                                                               : source.path;
}

Result<BytePieces> piecesToSave(const SaveSource &source, const Builtins &builtins,
                                const std::filesystem::path &file, const std::string &format,
                                const std::map<std::string, std::string> &members,
                                Diagnostics &diagnostics)
{
    const FormatSpec *spec = builtins.formats.find(format);
    if (spec == nullptr) {
        return makeError("format-unwritable", "there is no format {}", quoted(format));
    }
    const FormatContext context{builtins.ops, source.semantics, file.string()};
    const bool keepsText = source.original && format == source.formatName;
    if (!hasProjectName(file)) {
        return modelPieces(
            {source.graph, *spec, context, source.original, keepsText ? spec : nullptr},
            diagnostics);
    }
    // The model keeps the name that it had before it was a project.
    const std::filesystem::path &named = source.path.empty() ? file : source.path;
    return inOnePiece(asProject(source, builtins, *spec, keepsText, named, members));
}

Result<std::string> bytesToSave(const SaveSource &source, const Builtins &builtins,
                                const std::filesystem::path &file, const std::string &format,
                                const std::map<std::string, std::string> &members,
                                Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const BytePieces pieces,
                     piecesToSave(source, builtins, file, format, members, diagnostics));
    return pieces.text();
}

namespace {

/// fileChecksum() of what was written of them.
std::string checksumOf(const BytePieces &pieces, const std::filesystem::path &file)
{
    if (pieces.size() >= leastMappedBytes) {
        return fileChecksum(file);
    }
    Fingerprint sum;
    for (const std::string_view piece : pieces.pieces()) {
        sum.add(piece);
    }
    return sum.checksum();
}

/// Whether a graph has the other's nodes under the same ids; notes aside, which model files do not hold.
bool hasSameNodes(const Graph &graph, Graph other)
{
    for (const NodeId id : graph.nodes()) {
        if (other.contains(id) && !other.node(id).notes.empty()) {
            other.edit(id).notes = {};
        }
    }
    other.setNote({});
    return graph.sameAs(other);
}

/// The new file as what the document was read from, where reading it gives the document's nodes under their
/// ids. What was opened may then go from the disk, which it stays on until nobody has it open, and values that
/// were moved out of it are not moved again.
std::shared_ptr<const FileBytes> newOriginal(const SaveSource &source, const Builtins &builtins,
                                             const SaveTarget &target)
{
    const auto again = openModel(target.file, builtins.formats, builtins.ops, source.semantics);
    return again && again->format->name == source.formatName
                   && hasSameNodes(again->graph, source.graph)
               ? again->text
               : nullptr;
}

/// Parameters go beside a file that is opened again: both are written or neither.
Status writeAll(const SaveSource &source, const BytePieces &pieces, const FormatSpec &format,
                SavedFile &saved, const JobControl &control)
{
    if (!source.parameters || !format.read) {
        return writeFile(saved.file, pieces, control);
    }
    ASSIGN_OR_RETURN(const auto values, FileBytes::map(source.parameters->file));
    saved.parameters = std::filesystem::path(saved.file).replace_extension(".params");
    const std::string text = pieces.text();
    const FileContent files[]{{saved.parameters, values->view()}, {saved.file, text}};
    return writeFiles(files, control);
}

} // namespace

Result<SavedFile> saveToFile(const SaveSource &source, const Builtins &builtins,
                             const SaveTarget &target, const JobControl &control)
{
    control.report(-1, "making the text");
    SavedFile saved{target.file, target.format, {}, {}, {}, {}, {}};
    if (target.members && hasProjectName(target.file)) {
        saved.members = target.members();
    }
    ASSIGN_OR_RETURN(const BytePieces pieces,
                     piecesToSave(source, builtins, target.file, target.format, saved.members,
                                  saved.diagnostics));
    RETURN_IF_FAILED(
        writeAll(source, pieces, *builtins.formats.find(target.format), saved, control));
    saved.fingerprint = checksumOf(pieces, target.file);
    const bool isNew = source.original && !hasProjectName(target.file)
                       && (source.original->isMapped() || !pieces.beside().empty());
    saved.original = isNew ? newOriginal(source, builtins, target) : nullptr;
    return saved;
}

Result<std::string> textForJournal(const SaveSource &source, const Builtins &builtins)
{
    const FormatSpec *spec = builtins.formats.find(source.formatName);
    if (spec == nullptr) {
        return makeError("format-unwritable", "the model has no format");
    }
    return asProject(source, builtins, *spec, source.original != nullptr, source.path, {});
}

SaveSource sourceOf(const DocumentContent &content, Semantics semantics)
{
    return {content.graph,
            content.original,
            content.formatName,
            semantics,
            content.project,
            QFileInfo(content.path).filesystemFilePath(),
            content.unsavedParameters};
}

void takeSaved(DocumentContent &content, SavedFile saved)
{
    content.fileFingerprint = std::move(saved.fingerprint);
    if (hasProjectName(saved.file)) {
        Project project;
        if (content.project) {
            project = *content.project;
        } else {
            project.name = content.path.isEmpty()
                               ? saved.file.filename().string()
                               : QFileInfo(content.path).fileName().toStdString();
        }
        for (auto &[name, text] : saved.members) {
            project.members[name] = std::move(text);
        }
        content.project = std::make_shared<const Project>(std::move(project));
    }
    content.path = QFileInfo(saved.file).absoluteFilePath();
    if (!saved.parameters.empty()) {
        content.parameterFile = QFileInfo(saved.parameters).absoluteFilePath();
        content.unsavedParameters.reset();
    }
    if (saved.format != content.formatName) {
        content.formatName = saved.format;
        content.original.reset();
    } else if (saved.original) {
        content.original = std::move(saved.original);
    }
}

} // namespace nervure
