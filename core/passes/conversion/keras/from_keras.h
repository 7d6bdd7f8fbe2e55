// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/keras/keras_constants.h"
#include "core/passes/pass_spec.h"

#include <vector>

namespace nervure {

/// Makes of a Keras model what nnvm.frontend.from_keras of TVM 0.5 returns: names, order and faults, and fails as
/// that raises, with the exception's class as code.
[[nodiscard]] Status importKerasModel(PassContext &context);

/// The dictionary of arrays that it returns beside the graph, without running the pass.
[[nodiscard]] Result<std::vector<KerasParam>> kerasParams(Graph graph, const OpRegistry &ops,
                                                          const PassRegistry &passes);

} // namespace nervure
