// SPDX-License-Identifier: Apache-2.0
#include "app/cli/write_output.h"

#include "app/cli/console.h"
#include "core/support/stoppable_write.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace nervure::cli {

ExitCode writeOutput(const std::string &text, const std::string &file, CommandContext &context)
{
    return writeOutput([&text](const ByteSink &sink) { sink(text); }, file, context);
}

ExitCode writeOutput(const BytePieces &pieces, const std::string &file, CommandContext &context)
{
    if (file == "-") {
        return writeOutput(
            [&pieces](const ByteSink &sink) {
                for (const std::string_view piece : pieces.pieces()) {
                    sink(piece);
                }
            },
            file, context);
    }
    const Status written = writeFile(file, pieces, JobControl());
    return written ? ExitCode::Done : context.console.fail(ExitCode::InputFault, written.error());
}

ExitCode writeOutput(const ByteSource &source, const std::string &file, CommandContext &context)
{
    if (file == "-") {
        if (context.console.isJson()) {
            std::string text;
            source([&text](std::string_view bytes) { text += bytes; });
            context.console.document()["text"] = std::move(text);
        } else {
            source([&context](std::string_view bytes) { context.console.write(bytes); });
        }
        return ExitCode::Done;
    }
    const Status written = writeFile(file, source);
    return written ? ExitCode::Done : context.console.fail(ExitCode::InputFault, written.error());
}

} // namespace nervure::cli
