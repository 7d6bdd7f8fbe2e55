// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/lowering/kindred_operator.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

/// How Core ML's layers are declared.
namespace nervure::coreml {

using onnx::AtNode;
using onnx::Lowered;
using onnx::Numbers;
using onnx::OnnxForm;
using onnx::OnnxLowering;
using onnx::Operand;
using Input = onnx::OnnxLowering::Input;
using Operator = onnx::KindredOperator;

/// Values are float32; weights may be float16.
inline constexpr std::string_view layerTypes = "T = f32; W = f16 f32";

/// Declares it: "x:T -> y:T" and the layer types unless it says otherwise. ONNX's operators must have been declared.
void add(OpRegistry &ops, Operator op);
inline void addAll(OpRegistry &ops, std::vector<Operator> operators)
{
    for (Operator &op : operators) {
        add(ops, std::move(op));
    }
}

/// One that only moves elements, in the words of Operator.
void addLayout(OpRegistry &ops, std::string_view name, std::string_view signature,
               std::string_view attributes, std::string_view summary, ValueRule infer,
               std::function<Lowered(const OnnxLowering &)> lower);

} // namespace nervure::coreml
