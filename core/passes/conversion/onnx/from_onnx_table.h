// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/nnvm_symbols.h"
#include "core/passes/conversion/onnx/from_onnx_attrs.h"
#include "core/passes/conversion/onnx/onnx_params.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A node that from_onnx converts.
struct OnnxCall {
    NnvmSymbols &nnvm;
    std::string_view op; ///< without its domain, at which from_onnx does not look
    NnvmSymbol inputs;
    OnnxDict attrs;
    const OnnxParams &params;
    /// The shape that NNVM infers of a value from those of the parameters alone.
    std::function<Result<Shape>(const Entry &value)> shapeOf;
    std::vector<std::string> warnings{}; ///< lines of Python's log
    std::vector<std::string> printed{};  ///< lines on standard output
};

/// What from_onnx makes of an operator, from a version of the operator set on.
struct OnnxConversion {
    std::string_view onnx;
    std::int64_t since = 1;
    Result<NnvmSymbol> (*convert)(OnnxCall &call);
};

/// Arithmetic and functions of single elements.
[[nodiscard]] std::span<const OnnxConversion> onnxElementConversions();
/// Convolutions, pools, products, normalization, softmax.
[[nodiscard]] std::span<const OnnxConversion> onnxLayerConversions();
/// What moves, selects, fills and casts.
[[nodiscard]] std::span<const OnnxConversion> onnxArrayConversions();

/// Makes NNVM's operators of an ONNX operator by from_onnx's table, in the largest version that is not
/// after `opset`, or in the last one where all are. Fails as that raises.
[[nodiscard]] Result<NnvmSymbol> convertOnnxOperator(OnnxCall &call, std::int64_t opset);

/// How the attributes of an operator become those of NNVM's: those that are not named go through.
struct OnnxAttrRules {
    struct Rename {
        std::string_view onnx;
        std::string_view nnvm;
        Result<std::string> (*text)(const OnnxValue &value) = nullptr; ///< null: str()
    };
    std::vector<Rename> renames{};
    std::vector<std::string_view> ignored{};
    std::vector<std::string_view> disabled{}; ///< ignored with a warning
    AttrDict extras{};                        ///< put behind
};

/// OPERATOR(*inputs, **attrs) with the attributes by these rules.
[[nodiscard]] Result<NnvmSymbol> convertAttrs(OnnxCall &call, std::string_view nnvm,
                                              const OnnxAttrRules &rules);

/// inputs[at]. IndexError.
[[nodiscard]] Result<Entry> inputAt(const OnnxCall &call, std::size_t at);

/// FUNCTION(value, **attrs), of operators with one output.
[[nodiscard]] Result<Entry> applyTo(OnnxCall &call, std::string_view function, const Entry &value,
                                    AttrDict attrs = {});
/// FUNCTION(a, b).
[[nodiscard]] Result<Entry> applyTo(OnnxCall &call, std::string_view function, const Entry &a,
                                    const Entry &b);

} // namespace nervure
