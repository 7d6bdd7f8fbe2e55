// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/graph/op/op_registry.h"
#include "core/passes/pass_spec.h"

namespace nervure {

/// Everything that is built in: made once by a program's composition root, passed by reference.
struct Builtins {
    OpRegistry ops;
    PassRegistry passes;
    FormatRegistry formats;
};

/// The one place where the lists of operators, passes and formats meet.
[[nodiscard]] Builtins makeBuiltins();

} // namespace nervure
