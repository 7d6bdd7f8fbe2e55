// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/byte_pieces.h"
#include "core/support/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace nervure::onnx {

/// Values of so many bytes are written into the graph itself, larger ones where they lie in a file.
inline constexpr std::uint64_t mostCarriedBytes = 4096;
/// Values that lie in no file as they are, lists of numbers and those of a model without one, are written into the
/// graph up to here.
inline constexpr std::uint64_t mostCarriedLists = std::uint64_t{1} << 20;

/// A part of a model on its way into another one.
struct CarriedPart {
    Graph graph;
    Diagnostics
        left; ///< a warning for each initializer whose values stay behind; it is an input then
};

/// A part of the graph of the model `bytes` of the file `model` (which may be empty), under the ids that it has
/// there, with the values of its initializers (onnx_variable::carried). Reads those that are few, and the checksums
/// of others.
[[nodiscard]] CarriedPart carryValues(Graph part, std::string_view bytes,
                                      const std::filesystem::path &model);

/// The same part for the model that it is of: its initializers are copies of those there.
[[nodiscard]] Graph copiesInModel(Graph part);

/// The elements that such an attribute stands for, which are to be so many bytes. Fails with code "onnx-values"
/// where their file is gone or has changed.
Result<BytePieces> carriedElements(std::string_view carried, std::uint64_t size);

} // namespace nervure::onnx
