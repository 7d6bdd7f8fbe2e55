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
/// Nothing: `code` says why, and it has been told. So it is with a model that opened with errors,
/// values that do not fit their tensors, and operators without a counterpart.
[[nodiscard]] std::optional<ChangedModel> changeDialect(const CliModel &model, bool hasWeightFile,
                                                        CommandContext &context, ExitCode &code);

/// Fails if LightNetToNNVM kept operators, naming them: files of NNVM's formats do not say whose an
/// operator is, so they could not be read back.
[[nodiscard]] Status checkLowered(const Graph &graph);

} // namespace nervure::cli
