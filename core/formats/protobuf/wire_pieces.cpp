// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf/wire_pieces.h"

#include "core/formats/protobuf/wire_writer.h"

#include <utility>

namespace nervure {

void WirePieces::keep(std::string_view bytes)
{
    m_size += bytes.size();
    const bool isNext =
        !m_pieces.empty() && m_pieces.back().data() + m_pieces.back().size() == bytes.data();
    if (isNext) {
        m_pieces.back() = {m_pieces.back().data(), m_pieces.back().size() + bytes.size()};
    } else {
        m_pieces.push_back(bytes);
    }
}

void WirePieces::add(std::string bytes)
{
    m_size += bytes.size();
    m_own.push_back(std::make_shared<const std::string>(std::move(bytes)));
    m_pieces.emplace_back(*m_own.back());
}

void WirePieces::addMessage(std::uint32_t number, WirePieces &&message)
{
    std::string head;
    addBytesHead(head, number, message.size());
    add(std::move(head));
    m_size += message.m_size;
    m_pieces.insert(m_pieces.end(), message.m_pieces.begin(), message.m_pieces.end());
    m_own.insert(m_own.end(), message.m_own.begin(), message.m_own.end());
}

std::string WirePieces::text() const
{
    std::string text;
    text.reserve(m_size);
    for (const std::string_view piece : m_pieces) {
        text += piece;
    }
    return text;
}

} // namespace nervure
