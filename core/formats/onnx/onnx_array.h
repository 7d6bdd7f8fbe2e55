// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/graph/edits/value_edits.h"
#include "core/support/byte_pieces.h"
#include "core/support/diagnostic.h"
#include "core/support/file_bytes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
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

/// Values for a variable, and what has to be said of them.
struct ChosenValues {
    NewValues values;
    std::optional<Diagnostic> note; ///< they were converted
};

/// The values of a NumPy file, or of a text such as "int64[2] -1, 64", for a variable with those attributes: elements of
/// a file are converted to its type (NumPy's own is float64), rounded where both are floating-point numbers. Fails with
/// code "onnx-values" too where an element is no number of that type.
Result<ChosenValues> newValuesFor(const AttrDict &variable, const std::string &source);

/// The elements of a file as such of another type; those of its own are not copied. `rounded` counts those that were
/// not the same afterwards. Fails likewise.
Result<BytePieces> elementsAs(const ArrayFile &file, std::int64_t dataType, std::uint64_t &rounded);

/// The file again. Fails with code "onnx-values" where it is gone, was changed or is no array that ONNX can
/// hold (in C order, of numbers or booleans).
Result<ArrayFile> openArray(std::string_view reference);

} // namespace nervure::onnx
