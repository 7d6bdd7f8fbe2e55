// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// How a work-group computes a tile of a matrix product: `rows` x `columns` results, of which each
/// work-item holds rowsEach x columnsEach, from `depth` steps of the sums at a time in local memory.
struct ProductTile {
    int rows = 32;
    int columns = 32;
    int depth = 8;
    int rowsEach = 4;
    int columnsEach = 4;

    [[nodiscard]] int itemRows() const { return rows / rowsEach; }
    [[nodiscard]] int itemColumns() const { return columns / columnsEach; }
    [[nodiscard]] int items() const { return itemRows() * itemColumns(); }
    [[nodiscard]] std::int64_t localBytes() const
    {
        constexpr int padding = 8; // which keeps neighbors out of one another's bank
        return std::int64_t{4} * depth * (rows + columns + padding);
    }
    /// "64x64x16/8x4"
    [[nodiscard]] std::string text() const;
    bool operator==(const ProductTile &) const = default;
};

/// The numbers of kernels that differ between classes of devices, which `tune` can better. Those of
/// NVIDIA's were measured on an H100 (tests/bench/results/nvidia_h100.md); the others are first guesses
/// from the vendors' guides on registers, local memory and widths of execution.
struct DeviceTable {
    int lanes = 4;      ///< floats of a vector; a CPU takes as many as it prefers
    int groupItems = 1; ///< work-items that share one long sum or line; 1: each its own
    ProductTile product;
    int copyTile = 16;  ///< side of the tiles that transpositions turn around in local memory
    int denseUnits = 4; ///< results of a dense layer that a group computes together
    std::optional<ProductTile> largeProduct = {}; ///< for products that fill the device with it
};
[[nodiscard]] const DeviceTable &deviceTable(DeviceClass deviceClass);

/// Work-items of a group that computes something of `elements` together, a power of two: the table's,
/// or fewer, down to 1, where the device allows no more or there is nothing for them.
[[nodiscard]] std::size_t groupItems(
    const DeviceTraits &device, std::int64_t elements = std::numeric_limits<std::int64_t>::max());

/// A tile that a work-group turns around in local memory: side x side elements, of which its
/// side x rows work-items move one each at once.
struct CopyTile {
    int side = 16;
    int rows = 4;
};
/// The table's, or with fewer rows; nothing where the device cannot take it.
[[nodiscard]] std::optional<CopyTile> copyTile(const DeviceTraits &device);

/// A product of rows x depth with depth x columns.
struct ProductSize {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t depth = 1;
};
/// The tiles that the device can take for a product, its class's own for that size first.
[[nodiscard]] std::vector<ProductTile> productTiles(const DeviceTraits &device,
                                                    const ProductSize &size = {});

} // namespace nervure
