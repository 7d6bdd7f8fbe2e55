// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/load_model.h"
#include "core/query/query.h"

#include <optional>
#include <string>

namespace nervure::cli {

/// What queries ask of a model's nodes: with shapes and types as far as they can be inferred, and
/// with the times of `profileFile` (the JSON document of `profile`, or the trace of TVM's debugger); where
/// that is empty, with those of a trace that lies beside the model. Nothing when it cannot be read: `code` says why, and it has been told.
[[nodiscard]] std::optional<NodeFacts> nodeFacts(const CliModel &model,
                                                 const std::string &profileFile,
                                                 CommandContext &context, ExitCode &code);

/// An error of Query::parse() as the command line tells it: "query:1:COLUMN: …".
[[nodiscard]] Diagnostic inQuery(Diagnostic error);

} // namespace nervure::cli
