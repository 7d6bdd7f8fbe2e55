// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_config.h"

#include <string>
#include <vector>

namespace nervure {

/// The arguments of a call as inputs of the operator and attributes.
struct KerasBinding {
    std::vector<KerasValue> values; ///< in front of the layer's arrays
    std::vector<KerasValue> states; ///< behind them: what a recurrent layer begins with
    std::vector<KerasValue> mask{}; ///< last: which of its steps count, where the call says it
    AttrDict attrs;                 ///< what the call says beside values
    bool trains = false;            ///< it is called as in training
    /// Arguments that no operator of ours knows, by name. Such a call is none of the layer's operator.
    std::vector<std::string> unknown{};
};

/// Puts the arguments of a call where the layer's operator looks for them.
[[nodiscard]] KerasBinding bindKerasCall(const KerasLayer &layer, const KerasCall &call);

/// The same in a model that is called as in training itself.
[[nodiscard]] KerasBinding inTraining(const KerasLayer &layer, KerasBinding binding);

/// The operator of such a call: the layer's class, or "Attention(mask)" where arguments are unknown.
[[nodiscard]] std::string kerasOperator(const KerasLayer &layer, const KerasBinding &binding);

} // namespace nervure
