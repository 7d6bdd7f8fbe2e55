// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

namespace nervure {

/// Whether the values that a request gives are of variables of its model, and of the shape and type
/// that the model and the request's facts say: a value decides only what nothing else does. Fails with
/// the code "usage" for a name that the model has not, and "value-mismatch" at the value's file.
[[nodiscard]] Status checkGivenValues(const ExecutionRequest &request, const Builtins &builtins);

/// A variable as the model and the request's facts have it, without the values that are given; dimensions of 0,
/// or no shape and no type, where they do not say.
struct DeclaredVariable {
    Shape shape;
    DType type = DType::Unknown;
};
[[nodiscard]] DeclaredVariable declaredVariable(const ExecutionRequest &request,
                                                const std::string &name, const Builtins &builtins);

/// What is known about the model's variables: the request's facts, and the shapes and types of given
/// values where nothing else says one.
[[nodiscard]] InputFacts factsWithValues(const ExecutionRequest &request);

} // namespace nervure
