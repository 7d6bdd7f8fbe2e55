// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/darknet/cfg_sections.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// The first section, which describes the input and the training.
[[nodiscard]] bool isDarknetNet(const CfgSection &section);

/// The name of a layer's node: what it is and its number, by which others refer to it.
[[nodiscard]] std::string darknetLayerName(std::string_view type, std::size_t number);

/// The key in which a kind of layer names others by their numbers, negative ones counted back from it.
struct DarknetReference {
    std::string_view layer;
    std::string_view key;
    bool isInput =
        false; ///< the layer reads what those give; else training does, or it has their arrays
};
/// Null: the kind names none.
[[nodiscard]] const DarknetReference *darknetReference(std::string_view layer);

/// The layers that the layer `number` reads, by their numbers: the one above it (none above the first: the
/// input), those that a route names, or the one above and those that it names. Fails at the
/// section's or key's place where a number is that of no earlier layer.
struct DarknetSources {
    bool readsInput = false;
    std::vector<std::size_t> layers;
};
[[nodiscard]] Result<DarknetSources> darknetSources(const CfgSection &section, std::size_t number);
/// The layer whose arrays this one has instead of its own, if it has.
[[nodiscard]] Result<std::optional<std::size_t>> darknetSharedLayer(const CfgSection &section,
                                                                    std::size_t number);

/// Height or width that a maxpool gives in the state of Darknet's library that from_darknet was written for, of August
/// 2018: `padding` lies on each side.
[[nodiscard]] std::int64_t formerDarknetPoolSize(std::int64_t size, std::int64_t padding,
                                                 std::int64_t stride);

/// True if a network has layers, keys or functions that the fork by AlexeyAB reads, and Darknet does not: it is for the
/// fork. Most networks are for both.
[[nodiscard]] bool isForDarknetFork(const std::vector<CfgSection> &sections);

/// Keys that the network's training, the drawing of boxes or a GPU alone go by, of any layer; a run does not.
[[nodiscard]] bool isDarknetTrainingKey(std::string_view key);

} // namespace nervure
