// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <cstdint>
#include <span>

namespace nervure {

/// What the nodes' colours say.
enum class Colouring : std::uint8_t {
    Category,
    Time,
    Memory,
    Device,
    Group,
    Provenance,
    Rules,
    Attachment
};

/// All of them, in the order of the menus.
[[nodiscard]] std::span<const Colouring> allColourings();
/// "Kind of operator", "Time", …
[[nodiscard]] QString colouringName(Colouring colouring);

} // namespace nervure
