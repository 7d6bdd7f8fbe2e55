// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/device_table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace nervure {

namespace {

constexpr ProductTile wide{64, 64, 16, 8, 4};
constexpr ProductTile squareTile{64, 64, 16, 4, 4};
constexpr ProductTile flat{32, 64, 8, 8, 4};
constexpr ProductTile small{32, 32, 8, 4, 4};
constexpr ProductTile large{128, 64, 8, 8, 8};
constexpr std::array<ProductTile, 5> allTiles{wide, squareTile, flat, small, large};

constexpr DeviceTable cpu{4, 1, small};
constexpr DeviceTable nvidia{4, 128, squareTile, 32, 1, large};
constexpr DeviceTable amd{4, 128, squareTile, 32};
constexpr DeviceTable intel{4, 64, flat, 32};
constexpr DeviceTable mobile{4, 32, small};
constexpr DeviceTable unknown{4, 64, small};

/// Large tiles pay where the sums are long, and their groups, which may be cut into parts of the depth,
/// keep every compute unit busy.
bool isLarge(const ProductTile &tile, const ProductSize &size, const DeviceTraits &device)
{
    constexpr std::int64_t leastDepth = 512;
    constexpr std::int64_t unitsOfGroup = 4;
    const std::int64_t groups = (size.rows / tile.rows) * (size.columns / tile.columns);
    return size.depth >= leastDepth && groups * unitsOfGroup >= device.computeUnits;
}

} // namespace

std::string ProductTile::text() const
{
    return fmt::format("{}x{}x{}/{}x{}", rows, columns, depth, rowsEach, columnsEach);
}

const DeviceTable &deviceTable(DeviceClass deviceClass)
{
    switch (deviceClass) {
    case DeviceClass::Cpu: return cpu;
    case DeviceClass::Nvidia: return nvidia;
    case DeviceClass::Amd: return amd;
    case DeviceClass::Intel: return intel;
    case DeviceClass::Mobile: return mobile;
    case DeviceClass::Unknown: break;
    }
    return unknown;
}

std::size_t groupItems(const DeviceTraits &device, std::int64_t elements)
{
    const auto most = static_cast<std::int64_t>(device.maxWorkGroup);
    std::int64_t items = deviceTable(device.deviceClass).groupItems;
    while (items > 1 && (items > most || items / 2 >= elements)) {
        items /= 2;
    }
    return static_cast<std::size_t>(items);
}

std::optional<CopyTile> copyTile(const DeviceTraits &device)
{
    constexpr int mostRows = 8;
    constexpr std::uint64_t largestElement = 8;
    CopyTile tile{deviceTable(device.deviceClass).copyTile, mostRows};
    while (tile.rows > 0 && static_cast<std::size_t>(tile.side * tile.rows) > device.maxWorkGroup) {
        tile.rows /= 2;
    }
    const auto side = static_cast<std::uint64_t>(tile.side);
    const bool isFit = tile.rows > 0 && largestElement * side * (side + 1) <= device.localBytes;
    return isFit ? std::optional(tile) : std::nullopt;
}

std::vector<ProductTile> productTiles(const DeviceTraits &device, const ProductSize &size)
{
    const DeviceTable &table = deviceTable(device.deviceClass);
    const bool takesLarge = table.largeProduct && isLarge(*table.largeProduct, size, device);
    const ProductTile own = takesLarge ? *table.largeProduct : table.product;
    std::vector<ProductTile> tiles{own};
    std::copy_if(allTiles.begin(), allTiles.end(), std::back_inserter(tiles),
                 [&own](const ProductTile &tile) { return !(tile == own); });
    std::erase_if(tiles, [&device](const ProductTile &tile) {
        return static_cast<std::size_t>(tile.items()) > device.maxWorkGroup
               || static_cast<std::uint64_t>(tile.localBytes()) > device.localBytes;
    });
    return tiles;
}

} // namespace nervure
