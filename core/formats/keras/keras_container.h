// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/hdf5/hdf5_index.h"
#include "core/formats/keras/keras_config.h"
#include "core/support/file_bytes.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// The parts of a model's file: what describes it, and the HDF5 file with its weights.
struct KerasContainer {
    std::string config;       ///< JSON
    std::string version;      ///< of Keras, where that stands beside the configuration
    std::string_view weights; ///< empty: there are none
    std::shared_ptr<const FileBytes>
        unpacked;                   ///< holds the weights of an archive that compresses them
    std::optional<Hdf5Index> index; ///< of the weights, where it was read already
};

/// Whether bytes begin as a model of Keras does: HDF5, an archive of Keras 3, or JSON.
[[nodiscard]] bool isKerasFile(std::string_view bytes);

/// Takes a file apart. The bytes have to outlive what is returned. Fails with code "keras-config" where there is
/// no model in it, and as archives and HDF5 files fail.
[[nodiscard]] Result<KerasContainer> openKerasFile(std::string_view bytes);

/// The model that the parts describe.
[[nodiscard]] Result<KerasDocument> readKerasDocument(const KerasContainer &container);

} // namespace nervure
