// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"
#include "core/formats/onnx/external_data.h"
#include "core/formats/project/open_model.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace nervure {

/// A model that was read from a file, with what is known of its inputs.
struct LoadedModel {
    OpenedModel opened;
    InputFacts facts;       ///< that somebody said, then those of the parameters' own
    TensorMap params;       ///< of its variables
    std::string paramsFile; ///< where they come from; empty: there are none
    Semantics semantics = Semantics::Exact;
    /// Why a file of parameters beside the model cannot be used, where nobody gave another.
    std::optional<Diagnostic> unfitParameters = std::nullopt;

    /// Names of the parameters that were loaded, as findParameters() takes them.
    [[nodiscard]] std::set<std::string, std::less<>> loadedNames() const;
};

/// What stands for a file of parameters where the one beside the model is not to be taken.
inline constexpr std::string_view noParameters = "none";

/// Opens the model; a project brings operators along that its model needs. What is wrong with the model is in its
/// diagnostics.
[[nodiscard]] Result<OpenedModel> openModelFile(const std::string &file,
                                                std::optional<Semantics> semantics,
                                                const Builtins &builtins);

/// Reads the parameters of the file `params`, those beside the model where it is empty, and none for
/// noParameters. Shapes and types are taken where `model.facts` say none.
[[nodiscard]] Status loadParameters(const std::string &params, LoadedModel &model,
                                    const OpRegistry &ops, Diagnostics &diagnostics);

/// The model as it is run, with the values that its own file holds. Fails where the file of parameters beside it
/// cannot be used: a run would make others up.
[[nodiscard]] Result<ExecutionRequest> requestOf(LoadedModel model, const OpRegistry &ops,
                                                 const AllowedFolders &allowed = {});

/// All three, for whoever knows nothing but the file; what is found on the way goes to `diagnostics`. Fails with
/// the first error of a file that opens with some.
[[nodiscard]] Result<ExecutionRequest> requestOfFile(const std::string &file,
                                                     const std::string &params,
                                                     const Builtins &builtins,
                                                     Diagnostics &diagnostics);

} // namespace nervure
