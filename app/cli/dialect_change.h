// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/load_model.h"

#include <optional>

namespace nervure::cli {

/// A model in the other dialect.
struct ChangedModel {
    Graph graph;
    TensorMap weights; ///< what the document wants from a weight file, by tensor
};

/// Raises an NNVM graph to a LightNet document, or lowers a document. What could not be carried has
/// been told. Values of parameters go to the weight file, or where there is none into the document.
/// Nothing: `code` says why.
[[nodiscard]] std::optional<ChangedModel> changeDialect(const CliModel &model, bool hasWeightFile,
                                                        CommandContext &context, ExitCode &code);

} // namespace nervure::cli
