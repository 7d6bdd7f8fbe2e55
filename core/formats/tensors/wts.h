// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nervure {

/// A tensor that a weight file can fill.
struct WtsTensor {
    DType type = DType::Unknown;
    Shape shape;
};
using WtsTensors = std::map<std::string, WtsTensor, std::less<>>;

/// The arrays of LightNet's weight file (.wts): a count, then as often a name, a type (0: float, 2:
/// int8), a length and that many hexadecimal words, separated by any blanks. Every array must fit
/// the tensor of its name in type and length; of a name that `known` has not a warning is given and
/// the rest of its line is passed over. Of equal names the later wins. Text behind the last array is
/// ignored. Fails at the first fault, with its place.
[[nodiscard]] Result<TensorMap> readWts(std::string_view text, const std::string &fileName,
                                        const WtsTensors &known, Diagnostics &diagnostics);

/// Whether a weight file can hold tensors of this type.
[[nodiscard]] bool hasWtsType(DType type);

/// A weight file of these tensors, whose types it can hold: a line for each.
[[nodiscard]] std::string writeWts(const TensorMap &tensors);

/// An array of a weight file where it stands.
struct WtsArray {
    std::string name;
    DType type = DType::Unknown;
    std::int64_t length = 0;   ///< in elements, as it says
    std::string_view elements; ///< their words, up to the end of the line
};

/// The arrays of a weight file in its order, elements not read. Fails as readWts() does.
[[nodiscard]] Result<std::vector<WtsArray>> findWts(std::string_view text,
                                                    const std::string &fileName);

/// The elements of one, as they are in memory. Fails where they are not as many as it says, and where `goesOn`
/// says no, which is asked now and then.
[[nodiscard]] Result<std::string> wtsElements(const WtsArray &array,
                                              const std::function<bool()> &goesOn);

} // namespace nervure
