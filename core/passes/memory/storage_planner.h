// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <optional>
#include <utility>
#include <vector>

namespace nervure {

/// Storage ids below 0, NNVM's numbers.
namespace storage {
inline constexpr std::int64_t none = -1;     ///< variables and unknown shapes
inline constexpr std::int64_t external = -2; ///< whoever runs the graph brings the memory
inline constexpr std::int64_t dynamic = -3;  ///< allocated while the graph runs
} // namespace storage

/// In-place indices below 0, NNVM's numbers.
namespace inplace {
inline constexpr std::int64_t none = -1;   ///< the entry has its own storage
inline constexpr std::int64_t unread = -2; ///< nobody reads the entry
} // namespace inplace

/// What the planner is told beside shapes and types.
struct StorageRequest {
    /// A free block fits if it is at most this many times larger or smaller; 0: none ever does.
    std::int64_t matchRange = 16;
    /// Blocks are reused among nodes of one color alone; 1: all nodes have the same.
    std::uint32_t matchColors = 1;
    /// By entry: storage::none to plan it, external or dynamic to leave it. Empty: plan all.
    std::vector<std::int64_t> given;
    /// By node: blocks are reused on one device alone. Empty: one device.
    std::vector<std::int64_t> devices;
    /// The nodes that are planned: from the first to before the second. Absent: all.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> nodeRange;
};

/// Which entries share storage.
struct StoragePlan {
    std::vector<std::int64_t> id;           ///< by entry: the block, or one of storage::…
    std::vector<std::int64_t> inplaceIndex; ///< by entry: the input it shares, or inplace::…
    std::int64_t allocatedBytes = 0;
    std::int64_t notAllocated = 0; ///< entries that were to be planned and could not
};

/// NNVM's planner: walks the nodes in order, shares in place, takes the free block that fits best
/// and releases what was read for the last time. Needs shapes and types in the analyses. In exact
/// semantics every element counts 4 bytes.
[[nodiscard]] Result<StoragePlan> planStorage(const PassContext &context,
                                              const StorageRequest &request);

/// Bytes of an entry, true to its type; an unknown type counts as float32. Nothing on overflow and
/// without shapes and types.
[[nodiscard]] std::optional<std::int64_t> entryBytes(const PassContext &context,
                                                     std::uint32_t entry);

} // namespace nervure
