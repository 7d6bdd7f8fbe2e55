// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker_channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <unistd.h>

namespace nervure {

bool WorkerInput::fill()
{
    std::array<char, 65536> block{};
    ssize_t count = 0;
    do {
        count = ::read(m_descriptor, block.data(), block.size());
    } while (count < 0 && errno == EINTR);
    if (count <= 0) {
        return false;
    }
    m_buffer.erase(0, m_start);
    m_start = 0;
    m_buffer.append(block.data(), static_cast<std::size_t>(count));
    return true;
}

std::optional<std::string> WorkerInput::readLine()
{
    std::string line;
    while (true) {
        const std::size_t end = m_buffer.find('\n', m_start);
        const std::size_t stop = std::min(end, m_buffer.size());
        const std::size_t room = maxLine - line.size();
        line.append(m_buffer, m_start, std::min(stop - m_start, room));
        m_start = stop;
        if (end != std::string::npos) {
            ++m_start;
            return line;
        }
        if (!fill()) {
            return line.empty() ? std::nullopt : std::optional(line);
        }
    }
}

bool WorkerInput::readBytes(std::size_t count, std::string &bytes)
{
    while (count > 0) {
        if (m_start == m_buffer.size() && !fill()) {
            return false;
        }
        const std::size_t part = std::min(count, m_buffer.size() - m_start);
        bytes.append(m_buffer, m_start, part);
        m_start += part;
        count -= part;
    }
    return true;
}

void WorkerOutput::write(const std::string &line, std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isGone) {
        m_isGone = !writeAll(line + '\n') || !writeAll(bytes);
    }
}

bool WorkerOutput::writeAll(std::string_view bytes) const
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

} // namespace nervure
