// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/lowering/kindred_operator.h"

#include <string_view>
#include <utility>
#include <vector>

/// How TensorFlow's operators are declared.
namespace nervure::tensorflow {

using onnx::AtNode;
using onnx::inputBits;
using onnx::Lowered;
using onnx::Numbers;
using onnx::OnnxForm;
using onnx::OnnxLowering;
using onnx::Operand;
using onnx::Translator;
using Operator = onnx::KindredOperator;

/// Declares it. ONNX's operators must have been declared.
void add(OpRegistry &ops, Operator op);
inline void addAll(OpRegistry &ops, std::vector<Operator> operators)
{
    for (Operator &op : operators) {
        add(ops, std::move(op));
    }
}

/// The type that an attribute names; Undefined where it names none.
[[nodiscard]] ElementType typeAttribute(const OnnxAttrs &attrs, std::string_view name);

} // namespace nervure::tensorflow
