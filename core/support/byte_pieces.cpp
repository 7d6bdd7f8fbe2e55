// SPDX-License-Identifier: Apache-2.0
#include "core/support/byte_pieces.h"

#include <utility>

namespace nervure {

void BytePieces::keep(std::string_view bytes)
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

void BytePieces::add(std::string bytes)
{
    m_size += bytes.size();
    m_own.push_back(std::make_shared<const std::string>(std::move(bytes)));
    m_pieces.emplace_back(*m_own.back());
}

void BytePieces::append(BytePieces &&others)
{
    m_size += others.m_size;
    m_pieces.insert(m_pieces.end(), others.m_pieces.begin(), others.m_pieces.end());
    m_own.insert(m_own.end(), others.m_own.begin(), others.m_own.end());
    m_files.insert(m_files.end(), others.m_files.begin(), others.m_files.end());
    m_beside.merge(others.m_beside);
    others = {};
}

void BytePieces::hold(std::shared_ptr<const FileBytes> file)
{
    m_files.push_back(std::move(file));
}

void BytePieces::putBeside(std::string name, BytePieces &&bytes)
{
    m_beside.insert_or_assign(std::move(name),
                              std::make_shared<const BytePieces>(std::move(bytes)));
}

Result<BytePieces> inOnePiece(Result<std::string> bytes)
{
    RETURN_IF_FAILED(bytes);
    BytePieces pieces;
    pieces.add(std::move(*bytes));
    return pieces;
}

std::string BytePieces::text() const
{
    std::string text;
    text.reserve(m_size);
    for (const std::string_view piece : m_pieces) {
        text += piece;
    }
    return text;
}

} // namespace nervure
