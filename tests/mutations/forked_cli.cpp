// SPDX-License-Identifier: Apache-2.0
// forked_cli: runs command lines of nervure-cli as it is asked to, each in a child of its own that is forked from
// here with the operators already made, which takes a tenth of starting the program. run.py asks it for a hundred
// thousand.
//
// A line on standard input is MILLISECONDS, MEBIBYTES and the words of a command line, with tabs between them; a
// line on standard output answers it, JSON: exit (null where a signal ended it), signal, wall_ms, cpu_ms, rss_mb
// (most memory in use at once, of its own children too), head and err (the beginnings of its standard output and
// error).
// A child that takes more than MILLISECONDS is killed, signal 9; one that takes more than MEBIBYTES gets no more.
#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "core/builtins.h"
#include "core/support/heap.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

namespace cli = nervure::cli;
using Clock = std::chrono::steady_clock;

struct Case {
    long milliseconds = 0;
    rlim_t mebibytes = 0;
    std::vector<std::string> words;
};

std::vector<std::string> splitAtTabs(const std::string &line)
{
    std::vector<std::string> parts(1);
    for (const char c : line) {
        if (c == '\t') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

/// What runCommandLine() does with words that are right, but that operators and commands are made before.
int runWords(std::vector<std::string> words, const nervure::Builtins &builtins,
             const cli::CommandRegistry &commands)
{
    CLI::App app("", "nervure-cli");
    cli::CommandRun run;
    cli::ConsoleOptions consoleOptions;
    try {
        const cli::CommandSpec *command = commands.find(words.front());
        CLI::App *options = app.add_subcommand(words.front(), "");
        options->add_flag("--json", consoleOptions.json);
        run = command->configure(*options);
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    cli::Console console(consoleOptions);
    const cli::CommandHooks hooks;
    cli::CommandContext context{builtins, console, hooks};
    cli::ExitCode code = cli::ExitCode::InputFault;
    try {
        code = run(context);
    } catch (const std::bad_alloc &) {
        code =
            console.fail(code, nervure::makeError("out-of-memory", "the memory does not suffice"));
    }
    return console.finish() ? static_cast<int>(code) : 1;
}

class Server {
public:
    [[nodiscard]] nlohmann::json answer(const Case &asked) const;

private:
    [[noreturn]] void runChild(const Case &asked, int out, int err) const;

    const nervure::Builtins m_builtins = nervure::makeBuiltins();
    const cli::CommandRegistry m_commands = cli::makeCommands();
};

void Server::runChild(const Case &asked, int out, int err) const
{
    ::setpgid(0, 0);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    const rlimit memory{asked.mebibytes << 20, asked.mebibytes << 20};
    ::setrlimit(RLIMIT_AS, &memory);
    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int code = runWords(asked.words, m_builtins, m_commands);
    std::fflush(nullptr);
    ::_exit(code); // nothing is torn down that the parent still has
}

/// Waits for the child; kills it, and what it started, when its time is over.
int waitFor(pid_t child, long milliseconds, rusage &used)
{
    sigset_t ended;
    ::sigemptyset(&ended);
    ::sigaddset(&ended, SIGCHLD);
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    int status = 0;
    while (::wait4(child, &status, WNOHANG, &used) == 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now()).count();
        if (left <= 0) {
            ::kill(-child, SIGKILL);
            ::wait4(child, &status, 0, &used);
            break;
        }
        const timespec wait{static_cast<time_t>(left / 1000000000), left % 1000000000};
        ::sigtimedwait(&ended, nullptr, &wait);
    }
    ::kill(-child, SIGKILL); // what it left behind
    return status;
}

/// The beginning of a file.
std::string contentOf(int file, std::size_t most)
{
    std::string text(most, '\0');
    const ssize_t count = ::pread(file, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return text;
}

double millisecondsOf(const timeval &time)
{
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

nlohmann::json Server::answer(const Case &asked) const
{
    const int out = ::memfd_create("out", MFD_CLOEXEC);
    const int err = ::memfd_create("err", MFD_CLOEXEC);
    const auto begin = Clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        runChild(asked, out, err);
    }
    rusage used{};
    const int status = waitFor(child, asked.milliseconds, used);
    const std::chrono::duration<double, std::milli> wall = Clock::now() - begin;
    nlohmann::json told{{"exit", nullptr}, {"signal", nullptr}};
    if (WIFEXITED(status)) {
        told["exit"] = WEXITSTATUS(status);
    } else {
        told["signal"] = WTERMSIG(status);
    }
    told["wall_ms"] = wall.count();
    told["cpu_ms"] = millisecondsOf(used.ru_utime) + millisecondsOf(used.ru_stime);
    told["rss_mb"] = used.ru_maxrss / 1024;
    told["head"] = contentOf(out, 300);
    told["err"] = contentOf(err, 3000);
    ::close(out);
    ::close(err);
    return told;
}

} // namespace

int main()
{
    nervure::keepFreedMemory();
    const Server server;
    sigset_t ended;
    ::sigemptyset(&ended);
    ::sigaddset(&ended, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &ended, nullptr);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::vector<std::string> parts = splitAtTabs(line);
        if (parts.size() < 3) {
            std::fprintf(stderr, "expected MILLISECONDS, MEBIBYTES and words, with tabs between\n");
            return 2;
        }
        const Case asked{std::stol(parts[0]),
                         static_cast<rlim_t>(std::stoul(parts[1])),
                         {parts.begin() + 2, parts.end()}};
        using nlohmann::json;
        std::printf(
            "%s\n",
            server.answer(asked).dump(-1, ' ', true, json::error_handler_t::replace).c_str());
        std::fflush(stdout);
    }
    return 0;
}
