// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"

namespace nervure {

/// Whether the values that a request gives are of variables of its model, and of the shape and type
/// that the model and the request's facts say: a value decides only what nothing else does. Fails with
/// the code "usage" for a name that the model has not, and "value-mismatch" at the value's file.
[[nodiscard]] Status checkGivenValues(const ExecutionRequest &request, const Builtins &builtins);

/// What is known about the model's variables: the request's facts, and the shapes and types of given
/// values where nothing else says one.
[[nodiscard]] InputFacts factsWithValues(const ExecutionRequest &request);

} // namespace nervure
