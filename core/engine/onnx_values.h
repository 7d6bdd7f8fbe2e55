// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"
#include "core/formats/onnx/external_data.h"
#include "core/support/file_bytes.h"

#include <filesystem>
#include <memory>

namespace nervure {

/// Gives the request, whose graph is that of the ONNX model `file`, the values that the file and those beside it
/// have: initializers and Constants. Fails where elements cannot be read, and with "cancelled".
[[nodiscard]] Status readOnnxValues(const std::filesystem::path &file,
                                    const AllowedFolders &allowed, ExecutionRequest &request,
                                    const JobControl &control = {});

/// The same of bytes at hand, those of `file`.
[[nodiscard]] Status readOnnxValues(std::shared_ptr<const FileBytes> bytes,
                                    const std::filesystem::path &file,
                                    const AllowedFolders &allowed, ExecutionRequest &request,
                                    const JobControl &control = {});

} // namespace nervure
