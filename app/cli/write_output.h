// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/support/byte_pieces.h"
#include "core/support/file.h"

#include <string>

namespace nervure::cli {

/// Writes a result to the file; "-" is standard output, with --json the member `text` of the
/// document. Tells when that fails.
[[nodiscard]] ExitCode writeOutput(const std::string &text, const std::string &file,
                                   CommandContext &context);
/// The same for pieces of other files.
[[nodiscard]] ExitCode writeOutput(const BytePieces &pieces, const std::string &file,
                                   CommandContext &context);
/// The same for what is too large to be put together in memory first.
[[nodiscard]] ExitCode writeOutput(const ByteSource &source, const std::string &file,
                                   CommandContext &context);

} // namespace nervure::cli
