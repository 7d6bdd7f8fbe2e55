// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/hdf5/hdf5_index.h"

#include <hdf5.h>

#include <cstdint>

namespace nervure {

/// Goes over all that is in an open HDF5 file of `size` bytes, without reading elements. Fails with the path
/// inside of the file where something is not as a file of weights has it.
[[nodiscard]] Result<Hdf5Index> walkHdf5File(hid_t file, std::uint64_t size);

/// What libhdf5 said last of its failure, in one line.
[[nodiscard]] std::string hdf5ErrorText();

} // namespace nervure
