// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/byte_pieces.h"

#include <cstdint>
#include <string_view>

namespace nervure {

/// A message that is put together from parts of an older one, which are not copied, and new bytes.
class WirePieces : public BytePieces {
public:
    /// A field that holds a message.
    void addMessage(std::uint32_t number, WirePieces &&message);
};

/// The message with another text in the field `number`, which is added where there is none.
[[nodiscard]] WirePieces withText(std::string_view message, std::uint32_t number,
                                  std::string_view text);

} // namespace nervure
