// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// An array of a file, its elements where they stand there.
struct StoredArray {
    std::string name;
    DType type = DType::Unknown;
    Shape shape;
    std::string_view elements; ///< as many bytes as type and shape say
};

/// A tensor with a copy of the elements.
[[nodiscard]] Result<Tensor> tensorOf(const StoredArray &array);

/// Whether the bytes look like such a file.
[[nodiscard]] bool isParams(std::string_view bytes);

/// The arrays of a parameter file of NNVM or TVM in its order, elements not read. Fails as readParams() does.
[[nodiscard]] Result<std::vector<StoredArray>> findParams(std::string_view bytes);

/// The tensors of a parameter file as nnvm.compiler.save_param_dict writes it (.params; the byte
/// layout is in the params oracle's README). Of equal names the later wins; bytes after the last
/// array are ignored; arrays with a dimension 0 are read. Fails with the byte offset on anything
/// damaged, also where the original reads garbage (data cut short), and on types that have no
/// counterpart here (one-bit booleans, lanes).
[[nodiscard]] Result<TensorMap> readParams(std::string_view bytes);

/// Such a file with these tensors, in the order of their names. Fails with code "params-type" on a type that it
/// has none for.
[[nodiscard]] Result<std::string> writeParams(const TensorMap &tensors);

} // namespace nervure
