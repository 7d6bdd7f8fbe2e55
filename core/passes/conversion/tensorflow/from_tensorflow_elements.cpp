// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/python_text.h"
#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// Functions of one value that NNVM has under that name in small letters.
Result<NnvmSymbol> tfFunction(TensorFlowCall &call)
{
    return convertAttrs(call, call.op == "LeakyRelu" ? "leaky_relu" : toLower(call.op), {});
}

Result<NnvmSymbol> tfRelu6(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const Entry data, inputAt(call, 0));
    return call.nnvm.call("clip", NnvmSymbol{data},
                          {{"a_min", "0"}, {"a_max", "6"}, {"name", call.name}});
}

/// -alpha * relu(1 - exp(x)) + relu(x), as Python writes it.
Result<NnvmSymbol> tfExponentialUnit(TensorFlowCall &call, double alpha)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const NnvmSymbol risen, call.nnvm.call("exp", NnvmSymbol{x}, {}));
    ASSIGN_OR_RETURN(const NnvmSymbol fallen,
                     call.nnvm.call("__rsub_scalar__", risen, {{"scalar", "1"}}));
    ASSIGN_OR_RETURN(const NnvmSymbol below, call.nnvm.call("relu", fallen, {}));
    ASSIGN_OR_RETURN(const NnvmSymbol scaled,
                     call.nnvm.call("__mul_scalar__", below, {{"scalar", pythonRepr(-alpha)}}));
    ASSIGN_OR_RETURN(const NnvmSymbol above, call.nnvm.call("relu", NnvmSymbol{x}, {}));
    return call.nnvm.call("__add_symbol__", NnvmSymbol{scaled.front(), above.front()}, {});
}

Result<NnvmSymbol> tfElu(TensorFlowCall &call)
{
    return tfExponentialUnit(call, 1);
}

Result<NnvmSymbol> tfSelu(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const NnvmSymbol unit, tfExponentialUnit(call, 1.6732632423543772));
    return call.nnvm.call("__mul_scalar__", unit, {{"scalar", pythonRepr(1.0507009873554805)}});
}

Result<NnvmSymbol> tfRsqrt(TensorFlowCall &call)
{
    TensorFlowAttrRules rules;
    rules.extras = {{"scalar", "-0.5"}};
    return convertAttrs(call, "__pow_scalar__", rules);
}

Result<NnvmSymbol> tfSquare(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    return call.nnvm.call("elemwise_mul", NnvmSymbol{x, x}, {});
}

std::string broadcastName(std::string_view op)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 12> names{{
        {"Add", "add"},
        {"Sub", "sub"},
        {"Mul", "mul"},
        {"RealDiv", "div"},
        {"Maximum", "max"},
        {"Minimum", "min"},
        {"Less", "less"},
        {"Greater", "greater"},
        {"LessEqual", "less_equal"},
        {"GreaterEqual", "greater_equal"},
        {"Equal", "equal"},
        {"NotEqual", "not_equal"},
    }};
    const auto found =
        std::find_if(names.begin(), names.end(), [op](const auto &row) { return row.first == op; });
    return "broadcast_" + std::string(found->second);
}

Result<NnvmSymbol> tfArithmetic(TensorFlowCall &call)
{
    if (call.inputs.size() != 2) {
        return makeError("AssertionError", "Math op take 2 inputs, {} given", call.inputs.size());
    }
    return call.nnvm.call(broadcastName(call.op), call.inputs, {});
}

Result<NnvmSymbol> tfComparison(TensorFlowCall &call)
{
    TensorFlowAttrRules rules;
    rules.ignored = {"Tidx"};
    rules.isNamed = false;
    return convertAttrs(call, broadcastName(call.op), rules);
}

Result<NnvmSymbol> tfBiasAdd(TensorFlowCall &call)
{
    ASSIGN_OR_RETURN(const Entry bias, inputAt(call, 1));
    return call.nnvm.call("broadcast_add", NnvmSymbol{call.inputs[0], bias}, {});
}

} // namespace

std::span<const TensorFlowConversion> tensorFlowElementConversions()
{
    using Row = TensorFlowConversion;
    static constexpr std::array conversions{
        Row{"Add", tfArithmetic},       Row{"BiasAdd", tfBiasAdd},
        Row{"Ceil", tfFunction},        Row{"Elu", tfElu},
        Row{"Equal", tfComparison},     Row{"Floor", tfFunction},
        Row{"Greater", tfComparison},   Row{"GreaterEqual", tfComparison},
        Row{"LeakyRelu", tfFunction},   Row{"Less", tfComparison},
        Row{"LessEqual", tfComparison}, Row{"Maximum", tfArithmetic},
        Row{"Minimum", tfArithmetic},   Row{"Mul", tfArithmetic},
        Row{"NotEqual", tfComparison},  Row{"RealDiv", tfArithmetic},
        Row{"Relu", tfFunction},        Row{"Relu6", tfRelu6},
        Row{"Rsqrt", tfRsqrt},          Row{"Selu", tfSelu},
        Row{"Sigmoid", tfFunction},     Row{"Square", tfSquare},
        Row{"Sub", tfArithmetic},       Row{"Tanh", tfFunction},
    };
    return conversions;
}

} // namespace nervure
