// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure {

/// Channels, height and width of an image; 0 of what is none.
struct DarknetSize {
    std::int64_t channels = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;

    bool operator==(const DarknetSize &) const = default;
};

/// A layer as Darknet's library holds it in the state of August 2018, which from_darknet was written for
/// (oracles/darknet/README.md). Its sizes are not those of the last version, by which InferShape goes:
/// pools counted in another way.
struct DarknetLayer {
    const IndexedNode *node = nullptr;
    std::size_t number = 0;
    DarknetSize in{};
    DarknetSize out{};
    std::int64_t inputs = 0;  ///< numbers of one image that it reads
    std::int64_t outputs = 0; ///< numbers of one image that it gives

    [[nodiscard]] std::string_view type() const { return node->node->op; }
    /// A key's value as the library reads it: the leading digits, 0 without any; `unset` where there is none.
    [[nodiscard]] std::int64_t integer(std::string_view key, std::int64_t unset) const;
    [[nodiscard]] double real(std::string_view key, double unset) const;
    [[nodiscard]] std::string_view text(std::string_view key, std::string_view unset) const;
};

/// The layers of a network in the order of its file, with the sizes they have for its input.
[[nodiscard]] std::vector<DarknetLayer> darknetLibraryLayers(const IndexedGraph &network);

/// A convolution's padding: `pad=1` stands for half of the size.
[[nodiscard]] std::int64_t darknetConvolutionPadding(const DarknetLayer &layer);
[[nodiscard]] std::int64_t darknetPoolPadding(const DarknetLayer &layer);
/// The numbers of a list such as `1,2, 3`.
[[nodiscard]] std::vector<double> darknetNumbers(std::string_view list);

} // namespace nervure
