// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_given_values.h"
#include "core/formats/onnx/onnx_tensor.h"
#include "core/graph/attr_dict.h"
#include "core/support/byte_pieces.h"
#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace nervure::onnx {

/// Values of so many bytes are written into the graph itself, larger ones where they lie in a file.
inline constexpr std::uint64_t mostCarriedBytes = 4096;
/// Values that lie in no file as they are, lists of numbers and those of a model without one, are written into the
/// graph up to here.
inline constexpr std::uint64_t mostCarriedLists = std::uint64_t{1} << 20;

/// A model that values come from, and its file, which may be empty.
struct SourceModel {
    std::string_view bytes;
    const std::filesystem::path &path;
};

/// The values of a tensor of a model as the attribute onnx_variable::carried says them. Reads those that are few,
/// and the checksums of others. Fails with code "values-left" and the reason why they stay behind.
Result<std::string> carriedText(const TensorMessage &tensor, const SourceModel &model);

/// Bytes of the model itself in the same words; those of a model without a file however many they are.
[[nodiscard]] std::string carriedText(std::string_view bytes, const SourceModel &model);
/// The bytes that such a text stands for. Fails with code "onnx-values" where their file is gone or has changed.
Result<BytePieces> carriedBytes(std::string_view carried);

/// The elements that such an attribute stands for, which are to be so many bytes. Fails with code "onnx-values"
/// where their file is gone or has changed.
Result<BytePieces> carriedElements(std::string_view carried, std::uint64_t size);

/// The values of a variable that has such an attribute; the type and shape are those that the others say. Fails likewise.
Result<GivenValues> carriedValues(const AttrDict &attrs);

} // namespace nervure::onnx
