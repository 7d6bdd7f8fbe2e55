// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_helper.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace nervure {

/// How a piece of a line is remembered: all its points, or its end alone, from which curveDown() or
/// straightDown() make it again.
enum class PackedCurve : std::uint8_t { Any, Down, Straight };

/// The pieces of pictures: laid out once, several at a time, and remembered by their content.
class LayoutPieces {
public:
    explicit LayoutPieces(const std::filesystem::path &program);

    /// Begins a picture: forgets makeshift pieces, and all when they became many.
    void begin();
    /// The piece, if it is remembered.
    [[nodiscard]] std::optional<LayoutResult> find(
        const LayoutRequest &request, std::span<const std::uint32_t> topOrder = {}) const;
    /// Remembers the piece; gives it as find() will.
    LayoutResult keep(const LayoutRequest &request, const LayoutResult &piece,
                      std::span<const std::uint32_t> topOrder = {});
    /// Makes those of the pieces that are not remembered. Fails only with code "cancelled".
    Status make(const std::vector<const LayoutRequest *> &wanted, const PieceLimits &limits,
                const JobControl &control);

    [[nodiscard]] std::size_t helperCalls() const;
    /// The first of the helpers' problems; they are forgotten.
    [[nodiscard]] std::optional<Diagnostic> takeProblem();

private:
    /// What stands for a request and how its top row had best stand.
    using Key = std::array<std::uint64_t, 2>;
    struct KeyHash {
        std::size_t operator()(const Key &key) const { return key[0]; }
    };
    /// A piece as it is remembered. Of a large graph without repetitions there are as many as all that
    /// is drawn; none is so large that single precision would not do.
    struct Packed {
        std::vector<float> places;         ///< boxes, then points of lines: x and y
        std::vector<std::uint32_t> counts; ///< of points, by line
        std::vector<PackedCurve> curves;   ///< of all lines
        LayoutEngine engine = LayoutEngine::Graphviz;
    };
    struct Task {
        Key key{};
        const LayoutRequest *request = nullptr;
        std::optional<Result<LayoutResult>> result = std::nullopt;
    };

    [[nodiscard]] static Key keyOf(const LayoutRequest &request,
                                   std::span<const std::uint32_t> topOrder);
    const Packed &remember(const Key &key, const LayoutResult &piece);
    [[nodiscard]] static LayoutResult unpack(const LayoutRequest &request, const Packed &packed);
    [[nodiscard]] std::vector<Task> tasksOf(const std::vector<const LayoutRequest *> &wanted) const;
    void work(std::vector<Task> &tasks, const PieceLimits &limits, const JobControl &control);

    std::vector<LayoutHelper> m_helpers;
    std::unordered_map<Key, Packed, KeyHash> m_memory;
    std::size_t m_numbers = 0; ///< in m_memory
};

} // namespace nervure
