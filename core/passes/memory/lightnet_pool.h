// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace nervure {

/// LightNet's pool of planned memory: addresses from 1 on, since 0 stands for "not planned". A
/// request takes the hole that it fits best, of equal ones the lowest; what is given back joins the
/// holes beside it. Nothing is allocated in fact.
class LightNetPool {
public:
    /// Of `bytes` bytes; addresses are multiples of `alignment`.
    LightNetPool(std::int64_t bytes, std::int64_t alignment);

    /// The address of `bytes` (more than 0) bytes, or nothing when no hole is large enough.
    [[nodiscard]] std::optional<std::int64_t> allocate(std::int64_t bytes);
    /// Gives an allocated block back.
    void release(std::int64_t address);

    struct Block {
        std::int64_t address = 0;
        std::int64_t bytes = 0;
        bool isHole = false;

        bool operator==(const Block &) const = default;
    };
    /// Everything from the first address to the last.
    [[nodiscard]] std::vector<Block> blocks() const;

private:
    struct Extent {
        std::int64_t bytes = 0;
        bool isHole = false;
    };
    using Blocks = std::map<std::int64_t, Extent>;

    [[nodiscard]] std::int64_t aligned(std::int64_t address) const;
    /// What a hole can hold behind its first aligned address, and where it is.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> key(std::int64_t address,
                                                            std::int64_t bytes) const;
    void addHole(std::int64_t address, std::int64_t bytes);
    Blocks::iterator removeHole(Blocks::iterator hole);

    std::int64_t m_alignment;
    Blocks m_blocks; ///< by address
    std::set<std::pair<std::int64_t, std::int64_t>> m_holes;
};

} // namespace nervure
