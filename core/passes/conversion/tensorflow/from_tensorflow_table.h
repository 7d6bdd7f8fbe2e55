// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/nnvm_symbols.h"
#include "core/passes/conversion/tensorflow/from_tensorflow_attrs.h"
#include "core/passes/conversion/tensorflow/tensorflow_params.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Sizes as from_tensorflow knows them; -1: unknown.
using TensorFlowSizes = std::vector<std::int64_t>;

/// A node that from_tensorflow converts.
struct TensorFlowCall {
    NnvmSymbols &nnvm;
    std::string name; ///< of the node
    std::string op;
    NnvmSymbol inputs;
    std::vector<TensorFlowSizes> inputShapes; ///< of each input
    std::vector<bool> isScalar; ///< by input: no dimension in TensorFlow and one in NNVM
    std::vector<TensorFlowSizes> outputShapes;
    TensorFlowAttrs attrs;
    std::string layout; ///< the argument
    TensorFlowParams &params;
    /// The shape that NNVM infers of a value from those of the parameters.
    std::function<Result<Shape>(const Entry &value)> shapeOf;
    /// What a value is that is computed from parameters alone; nothing where it is not.
    std::function<std::optional<std::vector<std::int64_t>>(const Entry &value)> elementsOf;
    /// The variable that a param stands for.
    std::function<NnvmSymbol(const TensorFlowParam &param)> variableOf;
    std::vector<std::string> warnings{};
};

/// What from_tensorflow makes of an operator.
struct TensorFlowConversion {
    std::string_view tensorflow;
    Result<NnvmSymbol> (*convert)(TensorFlowCall &call);
};

/// Convolutions, pools, products, normalization, softmax.
[[nodiscard]] std::span<const TensorFlowConversion> tensorFlowLayerConversions();
/// Functions of single elements and arithmetic.
[[nodiscard]] std::span<const TensorFlowConversion> tensorFlowElementConversions();
/// What moves, joins, selects and casts.
[[nodiscard]] std::span<const TensorFlowConversion> tensorFlowArrayConversions();
/// What takes parts by sizes, and what makes tensors of sizes.
[[nodiscard]] std::span<const TensorFlowConversion> tensorFlowSizeConversions();
/// The conversion of that operator; null: it is not implemented.
[[nodiscard]] const TensorFlowConversion *tensorFlowConversion(std::string_view op);

/// How the attributes of an operator become those of NNVM's: those that are not named go through, and the node
/// keeps its name.
struct TensorFlowAttrRules {
    std::vector<std::pair<std::string_view, std::string_view>> renames{};
    std::vector<std::string_view> ignored{};
    AttrDict extras{};   ///< put in place of what is there
    bool isNamed = true; ///< false: it has a number of its own
};
[[nodiscard]] Result<NnvmSymbol> convertAttrs(TensorFlowCall &call, std::string_view nnvm,
                                              const TensorFlowAttrRules &rules);

/// inputs[at]. IndexError.
[[nodiscard]] Result<Entry> inputAt(const TensorFlowCall &call, std::size_t at);
/// The sizes of that input; none where they are not known.
[[nodiscard]] const TensorFlowSizes &sizesAt(const TensorFlowCall &call, std::size_t at);
/// The name of the first output of an input: a variable's is its own.
[[nodiscard]] Result<std::string> outputName(const TensorFlowCall &call, std::size_t at);
/// params.pop(inputs[at].list_output_names()[0]). KeyError.
[[nodiscard]] Result<TensorFlowParam> popParam(TensorFlowCall &call, std::size_t at);
/// The first element of a param, and str() of a number of its type.
[[nodiscard]] Result<double> firstElement(const TensorFlowParam &param);
[[nodiscard]] std::string firstText(const TensorFlowParam &param, double value);
/// The whole numbers of a param.
[[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbers(const TensorFlowParam &param);

} // namespace nervure
