// SPDX-License-Identifier: Apache-2.0
#include "core/support/child_program.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

extern char **environ;

namespace nervure {

namespace {

Diagnostic systemError(const std::string &action)
{
    return makeError("process", "cannot {}: {}", action, std::strerror(errno));
}

/// Descriptors below 3 would be overwritten while the child's streams are put in place.
Fd aboveStandard(Fd fd)
{
    if (fd.get() > STDERR_FILENO) {
        return fd;
    }
    return Fd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

struct Pipe {
    Fd read;
    Fd write;

    bool open()
    {
        std::array<int, 2> ends{-1, -1};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            return false;
        }
        read = aboveStandard(Fd(ends[0]));
        write = aboveStandard(Fd(ends[1]));
        return read.isOpen() && write.isOpen();
    }
    /// Sockets let the parent write without SIGPIPE and without touching signal handlers.
    bool openSockets()
    {
        std::array<int, 2> ends{-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
            return false;
        }
        read = aboveStandard(Fd(ends[0]));
        write = aboveStandard(Fd(ends[1]));
        return read.isOpen() && write.isOpen();
    }
};

struct Streams {
    Pipe in;
    Pipe out;
    Pipe err;
    Pipe failure; ///< carries errno when exec fails; closed by exec when it does not

    bool open() { return in.openSockets() && out.open() && err.open() && failure.open(); }
};

/// Everything exec needs, made before: the child runs in the memory of its parent until then, and may
/// only do what is safe in a signal handler.
struct ExecPlan {
    std::vector<char *> argv;
    std::vector<std::string> variables;
    std::vector<char *> envp;
    std::optional<rlimit> stack;
    bool isGroup = false;

    explicit ExecPlan(const ProcessOptions &options) : isGroup(options.isGroup)
    {
        for (const std::string &argument : options.argv) {
            argv.push_back(const_cast<char *>(argument.c_str()));
        }
        argv.push_back(nullptr);
        for (const auto &[name, value] : options.environment) {
            variables.push_back(name + '=' + value);
        }
        for (char **entry = environ; *entry != nullptr; ++entry) {
            if (!isReplaced(*entry, options)) {
                envp.push_back(*entry);
            }
        }
        for (std::string &variable : variables) {
            envp.push_back(variable.data());
        }
        envp.push_back(nullptr);
        if (rlimit now{}; options.stackBytes && ::getrlimit(RLIMIT_STACK, &now) == 0) {
            now.rlim_cur = std::min<rlim_t>(*options.stackBytes, now.rlim_max);
            stack = now;
        }
    }

    static bool isReplaced(std::string_view entry, const ProcessOptions &options)
    {
        const std::string_view name = entry.substr(0, entry.find('='));
        return std::any_of(options.environment.begin(), options.environment.end(),
                           [name](const auto &item) { return item.first == name; });
    }
};

/// No handler of the parent's may run in the child.
void forgetSignalHandlers()
{
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN
            && action.sa_handler != SIG_DFL) {
            ::signal(signal, SIG_DFL);
        }
    }
}

[[noreturn]] void becomeChild(const Streams &streams, const ExecPlan &plan)
{
    forgetSignalHandlers();
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    if (plan.isGroup) {
        ::setpgid(0, 0);
    }
    if (plan.stack) {
        ::setrlimit(RLIMIT_STACK, &*plan.stack);
    }
    if (::dup2(streams.in.read.get(), STDIN_FILENO) >= 0
        && ::dup2(streams.out.write.get(), STDOUT_FILENO) >= 0
        && ::dup2(streams.err.write.get(), STDERR_FILENO) >= 0) {
        ::execvpe(plan.argv[0], plan.argv.data(), plan.envp.data());
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t sent =
        ::write(streams.failure.write.get(), &error, sizeof error);
    ::_exit(127);
}

/// Starts the child without copying the tables of the parent's memory, which of a large model takes
/// longer than a layout, and each page that is written next another fault. The parent waits for exec.
pid_t startChild(const Streams &streams, const ExecPlan &plan)
{
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
#ifdef __SANITIZE_THREAD__
    // What the sanitizer notes in a child would be noted of the parent, whose memory it shares.
    const pid_t pid = ::fork();
#else
    const pid_t pid = ::vfork();
#endif
    if (pid == 0) {
        becomeChild(streams, plan);
    }
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return pid;
}

void makeNonBlocking(const Fd &fd)
{
    ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

/// What exec said: 0 once the child runs its program.
int execError(const Fd &failure)
{
    int error = 0;
    ssize_t count = 0;
    do {
        count = ::read(failure.get(), &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    return count == sizeof error ? error : 0;
}

} // namespace

Result<ChildProgram> startChildProgram(const ProcessOptions &options)
{
    if (options.argv.empty()) {
        return makeError("process", "no program to start");
    }
    const std::string &name = options.argv.front();
    const ExecPlan plan(options);
    Streams streams;
    if (!streams.open()) {
        return systemError("make pipes for " + quoted(name));
    }
    ChildProgram child;
    child.pid = startChild(streams, plan);
    if (child.pid < 0) {
        return systemError("start " + quoted(name));
    }
    streams.failure.write.reset();
    if (const int error = execError(streams.failure.read); error != 0) {
        ::waitpid(child.pid, nullptr, 0);
        errno = error;
        return systemError("start " + quoted(name));
    }
    child.in = std::move(streams.in.write);
    child.out = std::move(streams.out.read);
    child.err = std::move(streams.err.read);
    for (const Fd *fd : {&child.in, &child.out, &child.err}) {
        makeNonBlocking(*fd);
    }
    return child;
}

} // namespace nervure
