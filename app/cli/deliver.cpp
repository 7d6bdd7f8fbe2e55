// SPDX-License-Identifier: Apache-2.0
#include "app/cli/deliver.h"

#include "app/cli/console.h"
#include "core/support/file.h"

#include <nlohmann/json.hpp>

namespace nervure::cli {

ExitCode deliver(const std::string &text, const std::string &file, CommandContext &context)
{
    if (file == "-") {
        if (context.console.isJson()) {
            context.console.document()["text"] = text;
        } else {
            context.console.write(text);
        }
        return ExitCode::Done;
    }
    const Status written = writeFile(file, text);
    return written ? ExitCode::Done : context.console.fail(ExitCode::InputFault, written.error());
}

} // namespace nervure::cli
