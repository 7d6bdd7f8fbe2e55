// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/element_type.h"
#include "core/support/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What was done to the bytes of a chunk before they were written, the first step first.
enum class Hdf5Filter : std::uint8_t { Deflate, Shuffle };

/// A block of an array that is stored in blocks.
struct Hdf5Chunk {
    std::vector<std::int64_t> first; ///< its first element's place, one number a dimension
    std::uint64_t offset = 0;        ///< in the file
    std::uint64_t bytes = 0;
    std::uint32_t skippedFilters = 0; ///< a bit for each filter that was not applied

    bool operator==(const Hdf5Chunk &) const = default;
};

/// An array of an HDF5 file, and where its elements stand.
struct Hdf5Dataset {
    std::string path; ///< "model_weights/dense_1/dense_1/kernel:0"
    ElementType type = ElementType::Undefined;
    std::vector<std::int64_t> shape;
    std::string problem; ///< why its elements cannot be read; else empty

    // One of these, or none: then nothing was ever written, and all elements are 0.
    std::optional<std::uint64_t> offset; ///< in the file, all in one piece
    std::string inlined;                 ///< the bytes themselves: few, of the array's header
    std::vector<Hdf5Chunk> chunks;

    std::vector<std::int64_t> chunkShape; ///< of an array in chunks
    std::vector<Hdf5Filter> filters;

    bool operator==(const Hdf5Dataset &) const = default;
};

/// What is in an HDF5 file: its arrays with their places, and the texts that programs put beside them. No
/// element has been read.
struct Hdf5Index {
    /// By "GROUP@ATTRIBUTE", "@ATTRIBUTE" for the file's own.
    std::map<std::string, std::vector<std::string>, std::less<>> texts;
    std::map<std::string, Hdf5Dataset, std::less<>> datasets; ///< by path

    /// The attribute's only text; nothing where there is no such attribute.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view attribute) const;
    /// The attribute's texts; where it was too large for one, those of NAME0, NAME1 and so on.
    [[nodiscard]] std::vector<std::string> allTexts(const std::string &attribute) const;

    bool operator==(const Hdf5Index &) const = default;
};

/// An index as nervure-hdf5 hands it over: CBOR, as texts and names of a file may be no UTF-8, which JSON has no way to
/// hold.
[[nodiscard]] std::string encodeHdf5Index(const Hdf5Index &index);
[[nodiscard]] Result<Hdf5Index> decodeHdf5Index(std::string_view bytes);

/// The name of the program that reads HDF5 files.
inline constexpr std::string_view hdf5Program = "nervure-hdf5";

/// Whether the bytes begin as an HDF5 file does.
[[nodiscard]] bool isHdf5(std::string_view bytes);

} // namespace nervure
