// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/process.h"

#include <sys/types.h>
#include <unistd.h>
#include <utility>

namespace nervure {

/// Owns a POSIX file descriptor.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) {}
    Fd(Fd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Fd &operator=(Fd &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Fd() { reset(); }

    void reset()
    {
        if (m_fd >= 0) {
            ::close(std::exchange(m_fd, -1));
        }
    }
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd = -1;
};

/// A child that was just started, with this side's ends of its streams (non-blocking). `in` is a
/// socket, so that writing to a child that has gone raises no signal.
struct ChildProgram {
    pid_t pid = -1;
    Fd in;
    Fd out;
    Fd err;
};

/// Forks and executes. Fails with code "process" when the program cannot be executed.
Result<ChildProgram> startChildProgram(const ProcessOptions &options);

} // namespace nervure
