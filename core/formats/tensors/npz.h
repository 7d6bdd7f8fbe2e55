// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <set>
#include <string>
#include <string_view>

namespace nervure {

/// The tensors of a NumPy .npz file (numpy.savez and savez_compressed: a zip archive of .npy files,
/// stored or deflated), by the files' names without ".npy". Of equal names the later wins. Fails on
/// anything else, on damage (checksums are compared) and on encrypted archives and those in parts.
[[nodiscard]] Result<TensorMap> readNpz(std::string_view bytes);

/// The tensors as a NumPy .npz file, as numpy.savez writes it: stored, in the order of the names.
/// Those of `truths` hold truth values in bytes. Fails beyond 2 GiB, far from where plain zip archives end.
[[nodiscard]] Result<std::string> writeNpz(const TensorMap &tensors,
                                           const std::set<std::string> &truths = {});

} // namespace nervure
