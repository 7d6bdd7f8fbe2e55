// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// The attribute of an input whose batch the file leaves open: its shape says 1, which any array that is given for it
/// replaces. "true".
inline constexpr std::string_view openBatch = "open_batch";

/// A layer's array as Keras has it.
struct KerasArray {
    std::string name; ///< "kernel"; of a wrapper's layer "forward_kernel"
    /// Where Keras 3 puts it below the layer's own group: "vars/0".
    std::string place;
    bool isTrained = true;
    bool isRead = true; ///< false: a run does not need it, and operators do not have it

    bool operator==(const KerasArray &) const = default;
};

/// The arrays of a layer of this class and these attributes, in the order in which Keras lists them. Empty
/// for layers that have none, and for those that we do not know. Arguments of a call that stand behind the class,
/// "Attention(mask)", do not change them.
[[nodiscard]] std::vector<KerasArray> kerasArrays(std::string_view layer, const AttrDict &attrs);

/// The names of those that a run reads.
[[nodiscard]] std::vector<std::string> kerasArrayNames(std::string_view layer,
                                                       const AttrDict &attrs);

} // namespace nervure
