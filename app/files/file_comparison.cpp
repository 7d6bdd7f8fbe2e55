// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_comparison.h"

#include "app/files/file_commands.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/project_file.h"
#include "core/support/file.h"

namespace nervure {

namespace {

/// The model's text in a file's bytes: of projects that of the model as their edits leave it.
Result<std::string> comparable(std::string bytes, const Builtins &builtins)
{
    if (!isProject(bytes)) {
        return bytes;
    }
    ASSIGN_OR_RETURN(const auto model,
                     openModelText(std::move(bytes), {}, builtins.formats, builtins.ops));
    Diagnostics ignored;
    return modelText(
        {model.graph, *model.format, {builtins.ops, model.semantics, {}}, model.text, model.format},
        ignored);
}

} // namespace

Compared compareWithFile(const SaveSource &source, const Builtins &builtins,
                         const SaveTarget &target)
{
    if (source.original && source.original->isMapped()) {
        return {{}, FileCommands::tr("The file is too large to be compared line by line.")};
    }
    Diagnostics ignored;
    Result<std::string> before = readFile(target.file);
    before = before ? comparable(std::move(*before), builtins) : before;
    Result<std::string> after =
        bytesToSave(source, builtins, target.file, target.format, {}, ignored);
    after = after ? comparable(std::move(*after), builtins) : after;
    if (!before || !after) {
        return {{}, errorSentence((before ? after : before).error())};
    }
    return {textChange(*before, *after), {}};
}

} // namespace nervure
