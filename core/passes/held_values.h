// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <map>
#include <memory>
#include <string>

namespace nervure {

/// Where the elements of a variable come from that a pass made of something the model holds: its file, or elements
/// that the pass worked out itself. They are never text.
struct HeldValue {
    std::string stored; ///< the name of a weight of the file (formats/weights); empty: `elements`
    std::shared_ptr<const Tensor> elements{}; ///< null where they are stored
};

/// By variable.
using HeldValues = std::map<std::string, HeldValue, std::less<>>;

/// Adds them to `values`, where those are that are stored, by the names of the file's weights. Fails with
/// "value-not-read" where one is not.
[[nodiscard]] Status addHeldValues(const HeldValues &held, TensorMap &values);

} // namespace nervure
