// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf/wire_pieces.h"

#include "core/formats/protobuf/wire_writer.h"

#include <utility>

namespace nervure {

void WirePieces::addMessage(std::uint32_t number, WirePieces &&message)
{
    std::string head;
    addBytesHead(head, number, message.size());
    add(std::move(head));
    append(std::move(message));
}

} // namespace nervure
