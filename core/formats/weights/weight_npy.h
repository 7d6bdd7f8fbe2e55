// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight.h"
#include "core/formats/weights/weight_slice.h"

#include <filesystem>
#include <string_view>

namespace nervure {

/// Writes a part of a weight as a NumPy file, without holding it. NumPy has no type for bfloat16 and for
/// numbers of eight bits and fewer with a fraction: they are written as float32, which holds each of them;
/// 4 and 2 bits as int8 or uint8. Texts become byte strings of the longest one's length.
Status writeWeightNpy(const Weight &weight, const WeightSlice &slice,
                      const std::filesystem::path &file, const JobControl &control);

/// NumPy's name of the type that a weight's elements get: "<f4"; empty for types that are unknown.
[[nodiscard]] std::string npyTypeOf(const Weight &weight);

} // namespace nervure
