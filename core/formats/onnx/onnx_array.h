// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/value_edits.h"
#include "core/support/file_bytes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::onnx {

/// A NumPy file whose elements are to become those of an initializer.
struct ArrayFile {
    std::shared_ptr<const FileBytes> bytes;
    std::vector<std::int64_t> dims;
    std::int64_t dataType = 0; ///< elementTypeName()
    std::string_view elements;
};

/// What is to be said of a variable that gets the file's values: its name as an attribute has it (absolute
/// path and fileChecksum()), type and shape. Fails on what is no array that ONNX can hold.
Result<NewValues> readNewValues(const std::filesystem::path &file);

/// The file again. Fails with code "onnx-values" where it is gone, was changed or is no array that ONNX can
/// hold (in C order, of numbers or booleans).
Result<ArrayFile> openArray(std::string_view reference);

} // namespace nervure::onnx
