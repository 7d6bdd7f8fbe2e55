// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/hdf5/hdf5_index.h"
#include "core/support/cancellation.h"

#include <string>
#include <string_view>

namespace nervure {

/// What is in an HDF5 file. nervure-hdf5 finds it with libhdf5, in a process of its own that may die of a
/// hostile file, and asks for the few bytes that it needs: neither has a copy of the rest. Fails with code
/// "hdf5" and the path inside the file.
[[nodiscard]] Result<Hdf5Index> readHdf5Index(std::string_view file);

/// The elements of an array that stand in the file as they are; nothing where they have to be put together.
[[nodiscard]] std::optional<std::string_view> hdf5Elements(const Hdf5Dataset &dataset,
                                                           std::string_view file);
/// The elements of any array, packed. Fails with code "hdf5" where the file ends before they do or what is
/// compressed is damaged, and with "cancelled".
[[nodiscard]] Result<std::string> unpackedHdf5Elements(const Hdf5Dataset &dataset,
                                                       std::string_view file,
                                                       const CancelToken &cancel);

} // namespace nervure
