// SPDX-License-Identifier: Apache-2.0
#include "core/support/process.h"

#include "core/support/child_program.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nervure {

namespace {

using Clock = std::chrono::steady_clock;

/// How long one poll lasts when a cancel token must be looked at, or a child's end waited for.
constexpr int pollSlice = 20;
constexpr std::size_t errorLimit = 64 * 1024;

ExitStatus exitStatusOf(int status)
{
    if (WIFSIGNALED(status)) {
        return {-1, WTERMSIG(status)};
    }
    return {WEXITSTATUS(status), 0};
}

} // namespace

std::string ExitStatus::text() const
{
    return signal != 0 ? fmt::format("was ended by signal {}", signal)
                       : fmt::format("exited with code {}", code);
}

struct Process::State {
    std::string name;
    pid_t pid = -1;
    Fd in;
    Fd out;
    Fd err;
    std::string output;
    std::size_t taken = 0; ///< bytes of `output` already handed out
    std::string errors;
    std::size_t outputLimit = 0;
    bool isGroup = false;
    std::mutex reaping; ///< guards `status`: a reaped pid must not be signalled any more
    std::optional<ExitStatus> status;

    ~State()
    {
        if (pid > 0 && isGroup) {
            ::kill(-pid, SIGKILL); // what it has started may outlive it
        }
        if (pid > 0 && !status) {
            ::kill(pid, SIGKILL);
            while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
            }
        }
    }

    [[nodiscard]] std::size_t pending() const { return output.size() - taken; }
    void reap();
    void receive(Fd &fd, std::string &buffer);
    Status send(std::string_view &bytes);
    Status step(std::string_view &toSend, const WaitLimit &limit, Clock::time_point deadline);
    std::string take(std::size_t count);
    Diagnostic gone(const std::string &wanted);

    template <typename Done>
    Status until(Done done, std::string_view toSend, const WaitLimit &limit)
    {
        const Clock::time_point deadline = Clock::now() + limit.timeout;
        while (!done(toSend)) {
            RETURN_IF_FAILED(step(toSend, limit, deadline));
        }
        return {};
    }
};

void Process::State::reap()
{
    const std::lock_guard<std::mutex> lock(reaping);
    int raw = 0;
    if (!status && ::waitpid(pid, &raw, WNOHANG) == pid) {
        status = exitStatusOf(raw);
    }
}

void Process::State::receive(Fd &fd, std::string &buffer)
{
    std::array<char, 1 << 16> block{};
    while (true) {
        const ssize_t count = ::read(fd.get(), block.data(), block.size());
        if (count > 0) {
            buffer.append(block.data(), static_cast<std::size_t>(count));
            if (static_cast<std::size_t>(count) < block.size()) {
                return;
            }
        } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
            fd.reset();
            return;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

Status Process::State::send(std::string_view &bytes)
{
    const ssize_t count = ::send(in.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(count));
        return {};
    }
    if (errno == EINTR || errno == EAGAIN) {
        return {};
    }
    in.reset();
    return gone("reading its input");
}

Diagnostic Process::State::gone(const std::string &wanted)
{
    reap();
    const std::string end = status ? status->text() : "closed its streams";
    return makeError("process", "{} {} instead of {}", quoted(name), end, wanted);
}

/// Waits for one event (or one slice) and moves the bytes that can be moved.
Status Process::State::step(std::string_view &toSend, const WaitLimit &limit,
                            Clock::time_point deadline)
{
    if (limit.cancel != nullptr && limit.cancel->isCanceled()) {
        return makeError("cancelled", "cancelled while waiting for {}", quoted(name));
    }
    int wait = pollSlice;
    if (limit.timeout.count() >= 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() < 0) {
            return makeError("timeout", "{} did not answer within {} ms", quoted(name),
                             limit.timeout.count());
        }
        wait = static_cast<int>(std::clamp<std::int64_t>(left.count(), 1, pollSlice));
    }
    std::array<pollfd, 3> fds{{{out.get(), POLLIN, 0},
                               {err.get(), POLLIN, 0},
                               {toSend.empty() ? -1 : in.get(), POLLOUT, 0}}};
    if (::poll(fds.data(), fds.size(), wait) < 0 && errno != EINTR) {
        return makeError("process", "cannot wait for {}: {}", quoted(name), std::strerror(errno));
    }
    if (fds[0].revents != 0) {
        receive(out, output);
    }
    if (fds[1].revents != 0) {
        receive(err, errors);
        errors.erase(0, errors.size() - std::min(errors.size(), errorLimit));
    }
    if (pending() > outputLimit) {
        return makeError("process", "{} wrote more than {} bytes", quoted(name), outputLimit);
    }
    return fds[2].revents != 0 ? send(toSend) : Status();
}

std::string Process::State::take(std::size_t count)
{
    std::string bytes = output.substr(taken, count);
    taken += bytes.size();
    if (taken == output.size()) {
        output.clear();
        taken = 0;
    } else if (taken > output.size() / 2) {
        output.erase(0, std::exchange(taken, 0));
    }
    return bytes;
}

Process::Process(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Process::Process(Process &&) noexcept = default;
Process &Process::operator=(Process &&) noexcept = default;
Process::~Process() = default;

Result<Process> Process::start(const ProcessOptions &options)
{
    ASSIGN_OR_RETURN(ChildProgram child, startChildProgram(options));
    auto state = std::make_unique<State>();
    state->name = options.title.empty() ? options.argv.front() : options.title;
    state->outputLimit = options.outputLimit;
    state->isGroup = options.isGroup;
    state->pid = child.pid;
    state->in = std::move(child.in);
    state->out = std::move(child.out);
    state->err = std::move(child.err);
    return Process(std::move(state));
}

Status Process::write(std::string_view bytes, const WaitLimit &limit)
{
    if (!m_state->in.isOpen()) {
        return m_state->gone("reading its input");
    }
    return m_state->until([](std::string_view left) { return left.empty(); }, bytes, limit);
}

void Process::closeInput()
{
    m_state->in.reset();
}

Result<std::string> Process::readLine(const WaitLimit &limit)
{
    State &s = *m_state;
    std::size_t searched = s.taken;
    std::size_t end = std::string::npos;
    const Status status = s.until(
        [&](std::string_view) {
            end = s.output.find('\n', searched);
            searched = s.output.size();
            return end != std::string::npos || !s.out.isOpen();
        },
        {}, limit);
    RETURN_IF_FAILED(status);
    if (end == std::string::npos) {
        return s.gone(s.pending() == 0 ? "writing a line" : "finishing its line");
    }
    std::string line = s.take(end - s.taken + 1);
    line.pop_back();
    return line;
}

Result<std::string> Process::readBytes(std::size_t count, const WaitLimit &limit)
{
    State &s = *m_state;
    if (count > s.outputLimit) {
        return makeError("process", "more than {} bytes are expected from {}", s.outputLimit,
                         quoted(s.name));
    }
    const Status status = s.until(
        [&](std::string_view) { return s.pending() >= count || !s.out.isOpen(); }, {}, limit);
    RETURN_IF_FAILED(status);
    if (s.pending() < count) {
        return s.gone(fmt::format("writing {} bytes", count));
    }
    return s.take(count);
}

Result<std::string> Process::readAll(const WaitLimit &limit)
{
    State &s = *m_state;
    const Status status = s.until([&](std::string_view) { return !s.out.isOpen(); }, {}, limit);
    RETURN_IF_FAILED(status);
    return s.take(s.pending());
}

std::string Process::takeErrors()
{
    if (m_state->err.isOpen()) {
        m_state->receive(m_state->err, m_state->errors);
    }
    return std::exchange(m_state->errors, {});
}

int Process::outputDescriptor() const
{
    return m_state->out.get();
}

std::int64_t Process::pid() const
{
    return m_state->pid;
}

bool Process::isRunning()
{
    m_state->reap();
    return !m_state->status.has_value();
}

void Process::kill()
{
    const std::lock_guard<std::mutex> lock(m_state->reaping);
    if (!m_state->status) {
        ::kill(m_state->isGroup ? -m_state->pid : m_state->pid, SIGKILL);
    }
}

Result<ExitStatus> Process::wait(const WaitLimit &limit)
{
    State &s = *m_state;
    const Status status = s.until(
        [&](std::string_view) {
            s.reap();
            return s.status.has_value();
        },
        {}, limit);
    RETURN_IF_FAILED(status);
    return *s.status;
}

namespace {

Result<ProcessOutput> finishProcess(Process &process, std::string_view input,
                                    const WaitLimit &limit)
{
    const Clock::time_point start = Clock::now();
    const auto left = [&] {
        WaitLimit rest = limit;
        if (limit.timeout.count() >= 0) {
            const auto spent = Clock::now() - start;
            rest.timeout = std::max(
                std::chrono::milliseconds(0),
                limit.timeout - std::chrono::duration_cast<std::chrono::milliseconds>(spent));
        }
        return rest;
    };
    // A child may end without reading its input: its output and status still count.
    if (Status sent = process.write(input, left()); !sent && sent.error().code != "process") {
        return sent.error();
    }
    process.closeInput();
    Result<std::string> out = process.readAll(left());
    RETURN_IF_FAILED(out);
    ASSIGN_OR_RETURN(const ExitStatus status, process.wait(left()));
    return ProcessOutput{std::move(out).value(), process.takeErrors(), status};
}

} // namespace

Result<ProcessOutput> runProcess(const ProcessOptions &options, std::string_view input,
                                 const WaitLimit &limit, std::string *errors)
{
    ASSIGN_OR_RETURN(Process process, Process::start(options));
    Result<ProcessOutput> output = finishProcess(process, input, limit);
    if (!output && errors) {
        *errors = process.takeErrors();
    }
    return output;
}

} // namespace nervure
