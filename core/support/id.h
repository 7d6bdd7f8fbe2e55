// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace nervure {

/// A strong 32-bit identifier: two kinds of id do not mix. Default-constructed ids are invalid.
template <typename Tag>
struct Id {
    static constexpr std::uint32_t invalidValue = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t value = invalidValue;

    [[nodiscard]] constexpr bool isValid() const { return value != invalidValue; }
    constexpr auto operator<=>(const Id &) const = default;
};

/// Identifies a node of one Graph; stays valid across edits of other nodes. Here since findings are about
/// nodes.
using NodeId = Id<struct NodeTag>;

} // namespace nervure

template <typename Tag>
struct std::hash<nervure::Id<Tag>> {
    std::size_t operator()(nervure::Id<Tag> id) const noexcept { return id.value; }
};
