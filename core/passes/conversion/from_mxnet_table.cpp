// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet_table.h"

#include "core/passes/conversion/from_mxnet_attrs.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// Operators that keep their name, their inputs and all attributes.
constexpr std::array<std::string_view, 40> keptOperators{"__add_scalar__",
                                                         "__add_symbol__",
                                                         "__div_scalar__",
                                                         "__div_symbol__",
                                                         "__mul_scalar__",
                                                         "__mul_symbol__",
                                                         "__pow_scalar__",
                                                         "__rdiv_scalar__",
                                                         "__rpow_scalar__",
                                                         "__rsub_scalar__",
                                                         "__sub_scalar__",
                                                         "__sub_symbol__",
                                                         "broadcast_add",
                                                         "broadcast_div",
                                                         "broadcast_mul",
                                                         "broadcast_sub",
                                                         "broadcast_to",
                                                         "cast",
                                                         "elemwise_add",
                                                         "elemwise_div",
                                                         "elemwise_mul",
                                                         "elemwise_sub",
                                                         "exp",
                                                         "flatten",
                                                         "log",
                                                         "log_softmax",
                                                         "max",
                                                         "min",
                                                         "negative",
                                                         "ones_like",
                                                         "relu",
                                                         "sigmoid",
                                                         "slice_like",
                                                         "softmax",
                                                         "sum",
                                                         "tanh",
                                                         "transpose",
                                                         "zeros_like",
                                                         "gather_nd",
                                                         "reshape_like"};

struct RenamedOperator {
    std::string_view mxnet;
    std::string_view nnvm;
};

/// Operators that keep their inputs and all attributes.
constexpr std::array renamedOperators{RenamedOperator{"_copy", "copy"},
                                      RenamedOperator{"_div_scalar", "__div_scalar__"},
                                      RenamedOperator{"_minus_scalar", "__sub_scalar__"},
                                      RenamedOperator{"_mul_scalar", "__mul_scalar__"},
                                      RenamedOperator{"_plus_scalar", "__add_scalar__"},
                                      RenamedOperator{"_rdiv_scalar", "__rdiv_scalar__"},
                                      RenamedOperator{"_rminus_scalar", "__rsub_scalar__"},
                                      RenamedOperator{"_contrib_MultiBoxPrior", "multibox_prior"},
                                      RenamedOperator{"Cast", "cast"},
                                      RenamedOperator{"Flatten", "flatten"},
                                      RenamedOperator{"Softmax", "softmax"},
                                      RenamedOperator{"max_axis", "max"},
                                      RenamedOperator{"min_axis", "min"},
                                      RenamedOperator{"sum_axis", "sum"}};

template <typename Table>
auto findConversion(const Table &table, std::string_view op)
{
    return std::find_if(table.begin(), table.end(),
                        [op](const auto &item) { return item.mxnet == op; });
}

} // namespace

Result<NnvmSymbol> convertMXNetOperator(MXNetCall &call)
{
    if (std::find(keptOperators.begin(), keptOperators.end(), call.op) != keptOperators.end()) {
        return call.nnvm.call(call.op, call.inputs, call.attrs);
    }
    const auto renamed = findConversion(renamedOperators, call.op);
    if (renamed != renamedOperators.end()) {
        return call.nnvm.call(renamed->nnvm, call.inputs, call.attrs);
    }
    for (const auto &table : {mxnetLayerConversions(), mxnetArrayConversions()}) {
        const auto converted = findConversion(table, call.op);
        if (converted != table.end()) {
            return converted->convert(call);
        }
    }
    return unsupportedInImport("Operator: " + std::string(call.op));
}

} // namespace nervure
