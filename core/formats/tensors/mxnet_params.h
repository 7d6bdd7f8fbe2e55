// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/tensors/params.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Whether the bytes begin as a file of MXNet's NDArrays does.
[[nodiscard]] bool isMxnetParams(std::string_view bytes);

/// How MXNet stored an array. All are read to dense ones.
enum class MXNetStorage { Dense, RowSparse, Csr };
/// "default", "row_sparse", "csr", as MXNet calls them.
[[nodiscard]] std::string_view storageName(MXNetStorage storage);

/// An array of such a file where it stands: its name as the file has it.
struct MXNetStored {
    StoredArray array; ///< of a sparse one the elements are none of the file
    MXNetStorage storage = MXNetStorage::Dense;
    std::shared_ptr<const Tensor> dense; ///< of a sparse one, its elements made dense
};

/// The arrays of a file in its order, those of dense ones not read. Fails as readMxnetArrays() does.
[[nodiscard]] Result<std::vector<MXNetStored>> findMxnetArrays(std::string_view bytes);

/// One array of a parameter file.
struct MXNetArray {
    std::string
        name; ///< as the file has it, "arg:" or "aux:" in front; "0", "1", … where it has none
    MXNetStorage storage = MXNetStorage::Dense;
    Tensor tensor;
};

/// The arrays of an MXNet parameter file (NAME-0000.params, what mxnet.nd.save writes) in its order. All
/// forms of an array are read: without a magic number (before 0.12), V1, V2 and V3 (NumPy shapes),
/// row-sparse and compressed rows. Arrays that were never given elements are left out. Fails with the
/// byte offset on anything damaged, on bfloat16, which has no counterpart here, and on sparse arrays
/// that would be dense beyond 1 GiB. (mxnet/README.md, "File formats as seen".)
[[nodiscard]] Result<std::vector<MXNetArray>> readMxnetArrays(std::string_view bytes);

/// The same by their names without "arg:" and "aux:". Of equal names the later wins.
[[nodiscard]] Result<TensorMap> readMxnetParams(std::string_view bytes);

} // namespace nervure
