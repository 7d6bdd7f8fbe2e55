// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hdf5.h>

#include <cstdint>

namespace nervure {

/// Makes libhdf5 read a file of `size` bytes by asking for them: a line "read OFFSET COUNT" on standard
/// output, that many bytes on standard input. Gives the access list that H5Fopen() takes; negative where
/// libhdf5 refuses.
[[nodiscard]] hid_t askedBytesAccess(std::uint64_t size);

} // namespace nervure
