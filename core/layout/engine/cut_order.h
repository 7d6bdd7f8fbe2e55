// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/long_edges.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// The boxes of a request, component after component, in the order of their first boxes.
struct ComponentOrder {
    std::vector<std::uint32_t> boxes;       ///< topological within each component
    std::vector<std::uint32_t> componentOf; ///< by position in `boxes`: a box of the same component
};

/// Inputs stand as they are read.
[[nodiscard]] ComponentOrder orderAsRead(const LayoutRequest &request);

/// The same, but where a component has more cuts if what depends on little stands right before its first
/// reader, it stands so: a parameter that is read first would stand above all, and its line pass all others by.
/// Cuts are counted as if lines that are left out were not there.
[[nodiscard]] ComponentOrder orderForCuts(const LayoutRequest &request,
                                          const StubbedEdges &isStubbed);

} // namespace nervure
