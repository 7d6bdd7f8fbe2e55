// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// Lines and bytes from a file descriptor. Used by one thread.
class WorkerInput {
public:
    explicit WorkerInput(int descriptor) : m_descriptor(descriptor) {}

    /// The next line without its end; nothing at the end of the input. A line longer than
    /// `maxLine` is skipped and given as its beginning.
    std::optional<std::string> readLine();
    /// Appends exactly `count` bytes to `bytes`; false at the end of the input.
    bool readBytes(std::size_t count, std::string &bytes);

    static constexpr std::size_t maxLine = std::size_t{1} << 30;

private:
    bool fill();

    int m_descriptor;
    std::string m_buffer;
    std::size_t m_start = 0; ///< what lies before it in the buffer has been given
};

/// Lines to a file descriptor, each written whole. Any thread may write.
class WorkerOutput {
public:
    explicit WorkerOutput(int descriptor) : m_descriptor(descriptor) {}

    /// Writes the line, its end and the bytes that follow it. Once the other side is gone nothing
    /// more is written.
    void write(const std::string &line, std::string_view bytes = {});

private:
    bool writeAll(std::string_view bytes) const;

    int m_descriptor;
    std::mutex m_mutex;
    bool m_isGone = false;
};

} // namespace nervure
