// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace nervure {

/// Folders beside the model's that other files may be read from which the model names.
using AllowedFolders = std::vector<std::filesystem::path>;

} // namespace nervure

namespace nervure::onnx {

/// Where external data lies, links resolved. Fails with code "path-outside" where that is outside of the folders that
/// are allowed, the model's and the one that the model's own link leads to, and with "data-missing" where no such
/// file is there.
Result<std::filesystem::path> externalFile(std::string_view location,
                                           const std::filesystem::path &model,
                                           const AllowedFolders &allowed);

} // namespace nervure::onnx
