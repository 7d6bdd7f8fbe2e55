// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// What to start. `argv[0]` is looked up in PATH unless it holds a slash.
struct ProcessOptions {
    std::vector<std::string> argv;
    /// Variables set in the child on top of this process's environment.
    std::vector<std::pair<std::string, std::string>> environment;
    /// Soft limit of the child's stack, in bytes (clamped to the hard limit).
    std::optional<std::uint64_t> stackBytes;
    /// Most bytes of standard output held before they are asked for; beyond it reading fails.
    std::size_t outputLimit = std::size_t{1} << 30;
    /// What messages call it; empty: `argv[0]`.
    std::string title{};
    /// Whether killing it also kills what it has started: for a shell.
    bool isGroup = false;
};

/// How a child ended: by itself with `code`, or by `signal` (then code is -1).
struct ExitStatus {
    int code = -1;
    int signal = 0;

    [[nodiscard]] bool isSuccess() const { return code == 0 && signal == 0; }
    /// "exited with code 3", "was ended by signal 9".
    [[nodiscard]] std::string text() const;
};

/// When to give up waiting: after `timeout` (negative: never) or when `cancel` says so.
struct WaitLimit {
    std::chrono::milliseconds timeout{-1};
    const CancelToken *cancel = nullptr;
};

/// A child process with pipes to its standard input, output and error; owned: destroying it kills
/// and reaps the child. One thread at a time; kill() alone may come from any thread.
///
/// Waiting functions drain output and error while they wait, so that neither side blocks the other.
/// They fail with code "process" when the child has gone, "timeout" or "cancelled".
class Process {
public:
    /// Fails when the program cannot be started.
    static Result<Process> start(const ProcessOptions &options);

    Process(Process &&) noexcept;
    Process &operator=(Process &&) noexcept;
    ~Process();

    /// Sends all bytes to the child's standard input.
    Status write(std::string_view bytes, const WaitLimit &limit = {});
    /// The child sees the end of its input.
    void closeInput();
    /// The next line of its output, without the line end. A line that its end cut short is none: code
    /// "process", as when there is none at all.
    Result<std::string> readLine(const WaitLimit &limit = {});
    /// Exactly `count` bytes of its output.
    Result<std::string> readBytes(std::size_t count, const WaitLimit &limit = {});
    /// Everything up to the end of its output.
    Result<std::string> readAll(const WaitLimit &limit = {});
    /// What it has said on standard error and was not taken yet (the last 64 KiB).
    [[nodiscard]] std::string takeErrors();

    /// The descriptor that becomes readable when there is output, for event loops.
    [[nodiscard]] int outputDescriptor() const;
    [[nodiscard]] std::int64_t pid() const;
    [[nodiscard]] bool isRunning();
    /// Ends the child at once (SIGKILL); wait() then tells how.
    void kill();
    /// Waits for the child's end; its output stays readable.
    Result<ExitStatus> wait(const WaitLimit &limit = {});

private:
    struct State;
    explicit Process(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

/// All that a finished child has said.
struct ProcessOutput {
    std::string out;
    std::string err; ///< the last 64 KiB
    ExitStatus status;
};

/// Starts a program, gives it `input`, and waits for its end. When the limit is reached first the
/// child is killed and the result is an error; `errors` then gets what it has said on standard error, if given.
Result<ProcessOutput> runProcess(const ProcessOptions &options, std::string_view input = {},
                                 const WaitLimit &limit = {}, std::string *errors = nullptr);

} // namespace nervure
