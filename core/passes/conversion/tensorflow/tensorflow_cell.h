// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/tensorflow/from_tensorflow_table.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// The cells of long short-term memories as from_tensorflow converts them: layers of one network, whose states are
/// new variables, and one more output.
class TensorFlowCells {
public:
    /// What the next of `count` cells gives: its hidden state.
    Result<NnvmSymbol> convert(TensorFlowCall &call, std::size_t count);
    /// The states of all of them, joined; empty where there is no cell.
    Result<NnvmSymbol> states(NnvmSymbols &nnvm) const;

private:
    Result<NnvmSymbol> step(TensorFlowCall &call, const Entry &state, const Entry &hidden);
    Status makeStates(TensorFlowCall &call, const std::string &shape);

    std::size_t m_layer = 0;
    std::optional<Entry> m_state; ///< of all layers
    std::optional<Entry> m_hidden;
    NnvmSymbol m_states; ///< that each layer gives
};

} // namespace nervure
