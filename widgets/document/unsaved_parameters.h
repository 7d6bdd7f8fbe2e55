// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <memory>

namespace nervure {

/// Parameters of a model that is no file yet: where the model is saved, they are put beside it.
struct UnsavedParameters {
    std::filesystem::path file;
    /// Where the file was made for this alone: both go with the last who holds this. Null: it is another model's.
    std::unique_ptr<QTemporaryDir> folder = nullptr;
};

} // namespace nervure
