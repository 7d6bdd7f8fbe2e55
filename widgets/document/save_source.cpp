// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/save_source.h"

#include "core/builtins.h"
#include "core/formats/project_file.h"
#include "core/support/fingerprint.h"
#include "core/support/stoppable_write.h"
#include "core/support/text.h"

#include <utility>

namespace nervure {

namespace {

/// A text for a project to start from, where there was none yet. What it cannot carry, the project's
/// edits do.
Result<std::string> startOf(const SaveSource &source, const Builtins &builtins,
                            const FormatSpec &format)
{
    if (!format.write) {
        return makeError("format-unwritable", format.title + " can be read, but not written");
    }
    Diagnostics ignored;
    return format.write(source.graph, {builtins.ops, source.semantics, {}}, ignored);
}

/// The source as a project that starts from `text`, which is of the format.
Result<std::string> asProject(const SaveSource &source, const Builtins &builtins,
                              const FormatSpec &format, std::string text,
                              const std::filesystem::path &file,
                              const std::map<std::string, std::string> &members)
{
    const OpenedModel model{source.graph,  {}, std::move(text), &format, file, source.semantics,
                            source.project};
    return projectText(model, builtins.formats, builtins.ops, members);
}

} // namespace

Result<std::string> bytesToSave(const SaveSource &source, const Builtins &builtins,
                                const std::filesystem::path &file, const std::string &format,
                                const std::map<std::string, std::string> &members,
                                Diagnostics &diagnostics)
{
    const FormatSpec *spec = builtins.formats.find(format);
    if (spec == nullptr) {
        return makeError("format-unwritable", "there is no format " + quoted(format));
    }
    const FormatContext context{builtins.ops, source.semantics, file.string()};
    const bool keepsText = source.original && format == source.formatName;
    if (!hasProjectName(file)) {
        return modelText({source.graph, *spec, context,
                          keepsText ? std::string_view(*source.original) : std::string_view(),
                          keepsText ? spec : nullptr},
                         diagnostics);
    }
    Result<std::string> text =
        keepsText ? Result<std::string>(*source.original) : startOf(source, builtins, *spec);
    // The model keeps the name that it had before it was a project.
    const std::filesystem::path &named = source.path.empty() ? file : source.path;
    return text ? asProject(source, builtins, *spec, std::move(*text), named, members) : text;
}

Result<SavedFile> saveToFile(const SaveSource &source, const Builtins &builtins,
                             const SaveTarget &target, const JobControl &control)
{
    control.report(-1, "making the text");
    SavedFile saved{target.file, target.format, {}, {}, {}};
    if (target.members && hasProjectName(target.file)) {
        saved.members = target.members();
    }
    const Result<std::string> bytes =
        bytesToSave(source, builtins, target.file, target.format, saved.members, saved.diagnostics);
    if (!bytes) {
        return bytes.error();
    }
    saved.fingerprint = checksum(*bytes);
    const Status status = writeFile(target.file, *bytes, control);
    return status ? Result<SavedFile>(std::move(saved)) : status.error();
}

Result<std::string> textForJournal(const SaveSource &source, const Builtins &builtins)
{
    const FormatSpec *spec = builtins.formats.find(source.formatName);
    if (spec == nullptr) {
        return makeError("format-unwritable", "the model has no format");
    }
    Result<std::string> text =
        source.original ? Result<std::string>(*source.original) : startOf(source, builtins, *spec);
    return text ? asProject(source, builtins, *spec, std::move(*text), source.path, {}) : text;
}

} // namespace nervure
