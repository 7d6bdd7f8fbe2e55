// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/byte_pieces.h"

#include <cstdint>

namespace nervure {

/// A message that is put together from parts of an older one, which are not copied, and new bytes.
class WirePieces : public BytePieces {
public:
    /// A field that holds a message.
    void addMessage(std::uint32_t number, WirePieces &&message);
};

} // namespace nervure
