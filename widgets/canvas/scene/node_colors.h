// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <cstdint>
#include <span>

namespace nervure {

/// What the nodes' colors say.
enum class NodeColoring : std::uint8_t {
    Category,
    Time,
    TimeChange, ///< from the run that the shown one is compared with
    Parameters,
    Macs,
    Bytes, ///< of all outputs
    Device,
    Group,
    Provenance,
    Rules,
    Attachment
};

/// All of them, in the order of the menus.
[[nodiscard]] std::span<const NodeColoring> allColorings();
/// "Kind of operator", "Time", …
[[nodiscard]] QString coloringName(NodeColoring coloring);

} // namespace nervure
