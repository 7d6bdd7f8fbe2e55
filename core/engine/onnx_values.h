// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/formats/onnx/external_data.h"
#include "core/formats/project/open_model.h"
#include "core/support/cancellation.h"

#include <filesystem>
#include <memory>

namespace nervure {

/// The values that an ONNX model of these bytes has, and the files beside `file`: initializers and Constants, by
/// the name of the value. What ExecutionRequest::weights wants. Fails where elements cannot be read, and with
/// "cancelled".
[[nodiscard]] Result<TensorMap> readOnnxValues(std::shared_ptr<const FileBytes> bytes,
                                               const std::filesystem::path &file,
                                               const AllowedFolders &allowed = {},
                                               const JobControl &control = {});

/// The same of a model as it was opened, with the edits of the project that it came from.
[[nodiscard]] Result<TensorMap> readOnnxValues(const OpenedModel &model, const OpRegistry &ops,
                                               const AllowedFolders &allowed = {});

} // namespace nervure
