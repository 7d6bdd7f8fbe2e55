// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/nnvm_symbols.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A node that from_mxnet converts.
struct MXNetCall {
    NnvmSymbols &nnvm;
    std::string_view op; ///< MXNet's name
    /// What it reads; absent: a name of which nothing was made yet (None).
    std::vector<std::optional<Entry>> inputs;
    AttrDict attrs; ///< what list_attr() gives, in that order
    std::vector<std::string> warnings{};
};

/// What from_mxnet makes of an operator that does not keep its attributes.
struct MXNetConversion {
    std::string_view mxnet; ///< MXNet's name
    Result<NnvmSymbol> (*convert)(MXNetCall &call);
};

/// Convolutions, pools, activations, normalization, softmax.
[[nodiscard]] std::span<const MXNetConversion> mxnetLayerConversions();
/// What moves, selects, fills and bounds.
[[nodiscard]] std::span<const MXNetConversion> mxnetArrayConversions();

/// Makes NNVM's operators of an MXNet operator by from_mxnet's table. Fails as that raises.
[[nodiscard]] Result<NnvmSymbol> convertMXNetOperator(MXNetCall &call);

} // namespace nervure
