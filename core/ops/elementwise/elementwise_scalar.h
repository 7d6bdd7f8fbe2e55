// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"

#include <string_view>

namespace nervure {

/// Attributes of NNVM's operators between a tensor and a number (__add_scalar__, …).
struct ScalarAttrs {
    double scalar = 0;
};

/// What an operator __<name>_scalar__ computes: a function of arithmetic.h, with the scalar as its
/// left operand when `reversed`.
struct ScalarOp {
    const char *name;
    const char *function;
    const char *summary;
    bool reversed;
};
/// Of the operator's whole name ("__rsub_scalar__"); null for other operators.
[[nodiscard]] const ScalarOp *findScalarOp(std::string_view op);

} // namespace nervure
