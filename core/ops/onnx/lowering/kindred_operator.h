// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/graph/op/value_rules.h"
#include "core/ops/onnx/lowering/kindred_attributes.h"
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// How operators of other frameworks are declared whose values and rules are of the kinds that ONNX's have
/// (graph/op/value_rules.h, ops/onnx).
namespace nervure::onnx {

/// What is known of an operator that stands for one of ONNX's: its attributes and inputs.
struct AtNode {
    const OnnxAttrs &attrs;
    std::span<const ValueType> in;

    /// The whole numbers of an input, where all are known.
    [[nodiscard]] std::optional<Numbers> numbers(std::size_t input) const;
    /// The same for an input of one number.
    [[nodiscard]] std::optional<std::int64_t> number(std::size_t input) const;
};

/// The operator of ONNX's with these attributes and some of the inputs, by place.
struct OnnxForm {
    OnnxAttrs attrs;
    std::vector<std::size_t> inputs;
};
/// Nothing where that depends on elements that are not known.
using Translator = std::optional<OnnxForm> (*)(const AtNode &node);

/// One operator. Attributes are written "strides:ints! padding:SAME|VALID! epsilon:float=0.0001": kinds are int,
/// float, bool, string, type, shape, ints, floats, bools, texts, strings (held as one text), types, func and choices;
/// "!" needs a value.
struct KindredOperator {
    std::string_view name;
    OpCategory category = OpCategory::Other;
    std::string_view signature{}; ///< as ONNX's rows have it (onnx_operator.h)
    std::string_view types{};
    std::string_view attributes{};
    std::string_view summary{};     ///< none: that of `as`
    std::string_view as{};          ///< the operator of ONNX's that computes the same
    Translator translate = nullptr; ///< null: with the same inputs and no attributes
    ValueRule infer{};              ///< none: that of `as`
    std::function<Lowered(const OnnxLowering &)> lower{}; ///< none: that of `as`
    std::uint32_t numberInputs = 0;                       ///< LoweringRule::numberInputs
    std::uint32_t emptyInputs = 0;                        ///< LoweringRule::emptyInputs
    std::string_view inputCount{};  ///< the attribute that counts the first variadic input
    std::string_view lastInput{};   ///< the name of one behind the variadic one
    std::string_view outputCount{}; ///< the attribute that counts the variadic output
    OpSpec::MacsRule macs{};
    bool typesAreAttributes = true; ///< type variables are attributes, as TensorFlow has them
    std::string_view freeTypes{};   ///< a type variable whose values may have several types
};

/// Declares it. A text that does not read is a mistake of ours. ONNX's operators must have been declared.
void addKindred(OpRegistry &ops, Dialect dialect, AttributeHelp help, KindredOperator op);

} // namespace nervure::onnx
