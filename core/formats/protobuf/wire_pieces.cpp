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

WirePieces withText(std::string_view message, std::uint32_t number, std::string_view text)
{
    std::string bytes;
    addBytes(bytes, number, text);
    WirePieces pieces;
    bool isWritten = false;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number != number) {
            pieces.keep(field->whole);
        } else if (!isWritten) {
            pieces.add(bytes);
            isWritten = true;
        }
    }
    if (!isWritten) {
        pieces.add(std::move(bytes));
    }
    return pieces;
}

} // namespace nervure
