// SPDX-License-Identifier: Apache-2.0
#include "app/cli/device_process.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nervure::cli {

namespace {

/// The child finds here the number of the descriptor that messages go to.
constexpr const char *streamVariable = "NERVURE_MESSAGES";
/// Limits, in bytes, of the text of a driver that is kept and quoted.
constexpr std::size_t mostWords = 64 * 1024;
constexpr std::size_t mostQuoted = 300;

/// The signals that a parent waits for besides the end of its child.
sigset_t watchedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) {
        sigaddset(&set, signal);
    }
    return set;
}

std::string ownPath()
{
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    return !error && std::filesystem::exists(path, error) ? path.string() : "/proc/self/exe";
}

/// Whatever the program was started with is passed on but for what stops it: that comes from the parent alone, since
/// a terminal sends it to both.
[[noreturn]] void becomeDeviceProcess(int words, pid_t parent, const sigset_t &mask,
                                      const char *path, char *const *arguments)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(EXIT_FAILURE);
    }
    ::signal(SIGINT, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    ::signal(SIGTERM, SIG_DFL);
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    if (::dup2(words, STDERR_FILENO) >= 0) {
        ::execv(path, arguments);
    }
    ::_exit(EXIT_FAILURE);
}

[[noreturn]] void endBy(int signal)
{
    ::signal(signal, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(signal);
    ::_exit(EXIT_FAILURE);
}

/// The parent's side.
class Watch {
public:
    Watch(pid_t child, int words, int signals)
        : m_child(child),
          m_wordsFd(words),
          m_signals(signals)
    {}

    int waitForEnd()
    {
        int status = 0;
        while (::waitpid(m_child, &status, WNOHANG) != m_child) {
            std::array<pollfd, 2> fds{{{m_signals, POLLIN, 0}, {m_wordsFd, POLLIN, 0}}};
            if (::poll(fds.data(), fds.size(), -1) < 0 && errno != EINTR) {
                break;
            }
            if (fds[0].revents != 0) {
                takeSignal();
            }
            if (fds[1].revents != 0) {
                takeWords();
            }
        }
        takeWords();
        return status;
    }

    [[nodiscard]] const std::string &words() const { return m_words; }
    /// The first signal that this process was sent; 0: none.
    [[nodiscard]] int sent() const { return m_sent; }

private:
    void takeSignal()
    {
        signalfd_siginfo info{};
        if (::read(m_signals, &info, sizeof info) != sizeof info
            || info.ssi_signo == static_cast<std::uint32_t>(SIGCHLD)) {
            return;
        }
        ::kill(m_child, m_sent == 0 ? SIGTERM : SIGKILL);
        m_sent = m_sent == 0 ? static_cast<int>(info.ssi_signo) : m_sent;
    }

    void takeWords()
    {
        std::array<char, 4096> block{};
        for (;;) {
            const ssize_t count = ::read(m_wordsFd, block.data(), block.size());
            if (count <= 0) {
                if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                    m_wordsFd = -1; // poll() passes it over
                }
                break;
            }
            m_words.append(block.data(), static_cast<std::size_t>(count));
            m_words.erase(0, m_words.size() - std::min(m_words.size(), mostWords));
        }
    }

    pid_t m_child;
    int m_wordsFd;
    int m_signals;
    int m_sent = 0;
    std::string m_words;
};

/// The last line that is none of a trace, in short.
std::string lastWords(const std::string &words)
{
    std::string last;
    for (const std::string_view line : split(words, '\n')) {
        if (!trim(line).empty()) {
            last = trim(line);
        }
    }
    return last.size() > mostQuoted ? last.substr(0, mostQuoted) + "…" : last;
}

Diagnostic crashBy(int signal, const std::string &words)
{
    const char *name = ::strsignal(signal);
    std::string message = "the process that does the work of the device ended by signal "
                          + std::to_string(signal) + " (" + (name != nullptr ? name : "unknown")
                          + "): its driver failed, or there was too little memory";
    if (const std::string last = lastWords(words); !last.empty()) {
        message += "; the last that it wrote: " + last;
    }
    return makeError("device-crash", "{}", message);
}

DeviceProcessEnd endOf(int status, const Watch &watch)
{
    if (WIFEXITED(status)) {
        std::fwrite(watch.words().data(), 1, watch.words().size(), stderr);
        return {WEXITSTATUS(status), {}};
    }
    const int signal = WTERMSIG(status);
    if (signal == SIGPIPE) { // whoever reads has what was wanted
        endBy(SIGPIPE);
    }
    if (watch.sent() != 0 && (signal == SIGTERM || signal == SIGKILL)) {
        endBy(watch.sent());
    }
    return {EXIT_FAILURE, crashBy(signal, watch.words())};
}

/// The variable names the stream to one process: what that one starts has its own.
std::FILE *takenStream()
{
    const char *text = std::getenv(streamVariable);
    if (text == nullptr) {
        return nullptr;
    }
    const auto number = parseInteger(text);
    ::unsetenv(streamVariable);
    if (!number || *number <= STDERR_FILENO) {
        return nullptr;
    }
    const int descriptor = static_cast<int>(*number);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    std::FILE *stream = ::fdopen(descriptor, "w");
    if (stream != nullptr) {
        std::setvbuf(stream, nullptr, _IONBF, 0);
    }
    return stream;
}

std::FILE *childStream()
{
    static std::FILE *const stream = takenStream();
    return stream;
}

} // namespace

std::optional<DeviceProcessEnd> runInDeviceProcess(const std::string &program,
                                                   const std::vector<std::string> &arguments)
{
    if (childStream() != nullptr) {
        return std::nullopt;
    }
    std::array<int, 2> words{-1, -1};
    const int messages = ::dup(STDERR_FILENO); // not closed by exec
    if (messages < 0 || ::pipe2(words.data(), O_CLOEXEC) != 0) {
        return std::nullopt;
    }
    ::fcntl(words[0], F_SETFL, O_NONBLOCK);
    const std::string path = ownPath();
    std::vector<std::string> texts{program};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<char *> argv;
    for (std::string &text : texts) {
        argv.push_back(text.data());
    }
    argv.push_back(nullptr);
    const sigset_t watched = watchedSignals();
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &watched, &before);
    const int signals = ::signalfd(-1, &watched, SFD_CLOEXEC);
    ::setenv(streamVariable, std::to_string(messages).c_str(), 1);
    const pid_t parent = ::getpid();
    const pid_t child = signals < 0 ? -1 : ::fork();
    if (child == 0) {
        becomeDeviceProcess(words[1], parent, before, path.c_str(), argv.data());
    }
    ::unsetenv(streamVariable);
    ::close(words[1]);
    ::close(messages);
    if (child < 0) {
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return std::nullopt;
    }
    Watch watch(child, words[0], signals);
    const int status = watch.waitForEnd();
    return endOf(status, watch);
}

std::FILE *messageStream()
{
    std::FILE *const stream = childStream();
    return stream != nullptr ? stream : stderr;
}

} // namespace nervure::cli
