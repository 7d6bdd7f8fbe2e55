// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <string>
#include <string_view>

namespace nervure {

/// A NumPy array where it stands in its file.
struct NpyArray {
    std::string type; ///< NumPy's name: "<f4"
    bool isFortran = false;
    Shape shape;
    std::string_view elements; ///< to the end of the file
};

/// Fails on what is no .npy file of versions 1 to 3.
[[nodiscard]] Result<NpyArray> findNpy(std::string_view bytes);

/// The type of its elements; fails on what is no little-endian number. Booleans are uint8.
[[nodiscard]] Result<DType> npyDType(const NpyArray &array);

/// The tensor of a NumPy .npy file (format versions 1 to 3, little-endian; Fortran order is turned
/// into C order; booleans become uint8). Fails on anything else, with what was found.
[[nodiscard]] Result<Tensor> readNpy(std::string_view bytes);

/// What a .npy file of version 1 begins with: all but the elements. `type` is NumPy's name ("<f4"), `shape`
/// the sizes, each with a comma behind it ("2,3,").
[[nodiscard]] std::string npyHead(std::string_view type, std::string_view shape);

/// The tensor as a NumPy .npy file, version 1. LightNet's bool is written as int32. `isTruth`: the bytes of a uint8
/// tensor are truth values.
[[nodiscard]] std::string writeNpy(const ConstTensorView &tensor, bool isTruth = false);

} // namespace nervure
