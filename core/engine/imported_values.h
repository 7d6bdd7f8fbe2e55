// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"
#include "core/passes/conversion/keras/keras_constants.h"

#include <map>
#include <string>
#include <vector>

namespace nervure {

/// What importers say in exact semantics of variables that the document does not have by these names.
struct ImportedValues {
    std::map<std::string, std::string> documentNames; ///< of variables that the importer named anew
    TensorMap made;                                   ///< what it computes itself
};

/// The same for a request: empty in fixed semantics, and where the importer refuses the document.
[[nodiscard]] ImportedValues importedValues(const ExecutionRequest &request,
                                            const Builtins &builtins);

/// A tensor of these elements. Fails where memory does.
[[nodiscard]] Result<Tensor> tensorOfElements(DType type, const Shape &shape,
                                              const std::vector<double> &elements);

/// The values of an array of from_keras, made of those of the document's variable: transposed. Fails where memory
/// does.
[[nodiscard]] Result<Tensor> kerasParamValue(const KerasParam &param, const Tensor &given);
/// The same elements in another shape of as many. Fails where it has not, or memory does.
[[nodiscard]] Result<Tensor> tensorInShape(const Tensor &tensor, const Shape &shape);

} // namespace nervure
