// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace nervure {

struct OpenedModel; // open_model.h

/// Largest parameter file that is read, in bytes.
inline constexpr std::uintmax_t maxParameterFileBytes = std::uintmax_t{16} << 30;

/// A model's parameters from a file of their own.
struct ModelParameters {
    std::filesystem::path file;
    TensorMap tensors;       ///< of the variables that the model has, by their names
    Diagnostics diagnostics; ///< a warning for each tensor that the model has no variable for

    [[nodiscard]] std::set<std::string, std::less<>> names() const;
};

/// Reads a file of named tensors (readTensorFile()), or of a Darknet network's arrays (.weights), for the
/// variables of a model, in the sizes that they have in these semantics. Fails with the place in the file where it is
/// none.
[[nodiscard]] Result<ModelParameters> readParameterFile(const std::filesystem::path &file,
                                                        const Graph &graph, const OpRegistry &ops,
                                                        Semantics semantics = Semantics::Fixed);

/// Where the parameters of a model lie that was written beside them: deploy_param.params of
/// deploy_graph.json, mod.params of mod.json; of MXNet's checkpoints (NAME-0012.params of
/// NAME-symbol.json) the exported one, NAME-0000.params, or else the newest; NAME.weights of NAME.cfg.
/// Nothing where there is no such file.
[[nodiscard]] std::optional<std::filesystem::path> parameterFileBeside(
    const std::filesystem::path &model);

/// The parameters that lie beside an opened model, for whoever gives no others. Nothing where there are
/// none, and for a file of that name that is of another model. `diagnostics` get a note of the file that is
/// taken, what is in it in vain, and a warning of one that cannot be read (all but the second with the code
/// "params-beside").
[[nodiscard]] std::optional<ModelParameters> parametersBeside(const OpenedModel &model,
                                                              const OpRegistry &ops,
                                                              Diagnostics &diagnostics);

} // namespace nervure
