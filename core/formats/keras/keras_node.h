// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_binding.h"
#include "core/graph/graph.h"

#include <cstdint>
#include <string>

namespace nervure {

/// The attributes of an input's variable.
[[nodiscard]] AttrDict kerasInputAttrs(const std::optional<KerasSizes> &sizes,
                                       const std::string &dtype);
/// Those of the variable of a layer's array: it is a parameter, whatever reads it.
[[nodiscard]] AttrDict kerasArrayAttrs();

/// The operator of a layer's call, without name and inputs. `version` is that of Keras; `isDistributed` says that
/// the call is one at each step of sequences.
[[nodiscard]] Node kerasNode(const KerasLayer &layer, const KerasBinding &said,
                             const std::string &version, bool isDistributed);

/// True for an operator that finds steps that stand for nothing: its second value says which count.
[[nodiscard]] bool findsKerasSteps(const Node &node);

/// The number of values that an operator gives; one where nobody knows.
[[nodiscard]] std::uint32_t kerasOutputCount(const Node &node);

} // namespace nervure
