// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"

#include "core/support/stoppable_write.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace nervure {

namespace {

/// Owns a POSIX file descriptor.
class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    [[nodiscard]] int get() const { return m_fd; }
    bool close()
    {
        const int fd = std::exchange(m_fd, -1);
        return fd <= STDERR_FILENO || ::close(fd) == 0;
    }

private:
    int m_fd;
};

Diagnostic fileError(const std::filesystem::path &path, std::string message,
                     const char *code = "file")
{
    Diagnostic diagnostic = makeError(code, std::move(message));
    diagnostic.where.file = path.string();
    return diagnostic;
}

Diagnostic systemError(const std::filesystem::path &path, const char *action)
{
    return fileError(path, std::string("cannot ") + action + ": " + std::strerror(errno));
}

Diagnostic canceled(const std::filesystem::path &path)
{
    return fileError(path, "writing was stopped", "cancelled");
}

/// `expected` bytes take no more memory than that.
Result<std::string> readAll(const std::filesystem::path &path, int fd, std::uintmax_t limit,
                            std::uintmax_t expected = 0)
{
    std::string bytes;
    bytes.reserve(expected);
    std::array<char, 1 << 16> block{};
    while (true) {
        const ssize_t count = ::read(fd, block.data(), block.size());
        if (count == 0) {
            return bytes;
        }
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return systemError(path, "read");
        }
        if (bytes.size() + static_cast<std::size_t>(count) > limit) {
            return fileError(path, fmt::format("larger than {} bytes", limit));
        }
        bytes.append(block.data(), static_cast<std::size_t>(count));
    }
}

/// Between two of them it may be stopped.
constexpr std::size_t blockBytes = std::size_t{1} << 20U;

/// False with errno set; when it was stopped, whatever errno says.
bool writeAll(int fd, std::string_view bytes, const JobControl &control)
{
    const auto all = static_cast<double>(bytes.size());
    while (!bytes.empty()) {
        control.report(1 - static_cast<double>(bytes.size()) / all, "writing");
        if (control.cancel.isCanceled()) {
            return false;
        }
        const ssize_t count = ::write(fd, bytes.data(), std::min(bytes.size(), blockBytes));
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool writeAll(int fd, const ByteSource &source, const JobControl &control)
{
    bool isWritten = true;
    source([&](std::string_view bytes) { isWritten = isWritten && writeAll(fd, bytes, control); });
    return isWritten;
}

/// The file a chain of symbolic links ends at, so that saving replaces the file, not the link.
std::filesystem::path followLinks(const std::filesystem::path &path)
{
    std::error_code error;
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    return error ? path : target;
}

void syncFolder(const std::filesystem::path &folder)
{
    const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() >= 0) {
        ::fsync(fd.get());
    }
}

/// New content of a file, which lies beside it until commit().
class Replacement {
public:
    Replacement(const std::filesystem::path &path, ByteSource source, Flush flush,
                const JobControl &control)
        : m_path(path),
          m_target(followLinks(path)),
          m_source(std::move(source)),
          m_isFlushed(flush == Flush::AtOnce),
          m_control(control)
    {}
    ~Replacement()
    {
        if (!m_temporary.empty()) {
            ::unlink(m_temporary.c_str());
        }
    }
    Replacement(const Replacement &) = delete;
    Replacement &operator=(const Replacement &) = delete;

    /// Writes beside the file. What is no regular file (a device) is opened alone.
    Status prepare()
    {
        struct stat existing {};
        const bool replaces = ::stat(m_target.c_str(), &existing) == 0;
        if (replaces && !S_ISREG(existing.st_mode)) {
            m_device.emplace(::open(m_target.c_str(), O_WRONLY | O_CLOEXEC));
            return m_device->get() >= 0 ? Status() : systemError(m_path, "write");
        }
        const mode_t mask = ::umask(0);
        ::umask(mask);
        const mode_t mode = replaces ? existing.st_mode & 07777 : 0666 & ~mask;
        // Without a name until it is whole, nothing stays behind when the program is killed.
        Descriptor unnamed(
            ::open(folderOf(m_target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
        if (unnamed.get() >= 0) {
            if (!writeWhole(unnamed, mode)) {
                return failure("write");
            }
            if (giveName(unnamed)) {
                return {};
            }
        }
        std::string temporary = m_target.string() + ".XXXXXX";
        Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
        if (fd.get() < 0) {
            return systemError(m_path, "write beside the file");
        }
        m_temporary = std::move(temporary);
        return writeWhole(fd, mode) && fd.close() ? Status() : failure("write");
    }

    Status commit()
    {
        if (m_device) {
            return writeAll(m_device->get(), m_source, m_control) ? Status() : failure("write");
        }
        if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
            return systemError(m_path, "write");
        }
        m_temporary.clear();
        if (m_isFlushed) {
            syncFolder(folderOf(m_target));
        }
        return {};
    }

private:
    [[nodiscard]] Diagnostic failure(const char *action) const
    {
        return m_control.cancel.isCanceled() ? canceled(m_path) : systemError(m_path, action);
    }
    static std::filesystem::path folderOf(const std::filesystem::path &file)
    {
        return file.parent_path().empty() ? "." : file.parent_path();
    }
    bool writeWhole(const Descriptor &fd, mode_t mode)
    {
        return writeAll(fd.get(), m_source, m_control) && ::fchmod(fd.get(), mode) == 0
               && (!m_isFlushed || ::fsync(fd.get()) == 0);
    }
    /// Makes the whole file visible beside the target, from where it can be renamed.
    bool giveName(const Descriptor &fd)
    {
        const std::string self = fmt::format("/proc/self/fd/{}", fd.get());
        for (int attempt = 0; attempt < 100; ++attempt) {
            const std::string name =
                fmt::format("{}.{}.{}.new", m_target.string(), ::getpid(), attempt);
            if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
                m_temporary = name;
                return true;
            }
            if (errno != EEXIST) {
                return false;
            }
        }
        return false;
    }

    const std::filesystem::path &m_path;
    std::filesystem::path m_target;
    ByteSource m_source;
    bool m_isFlushed;
    const JobControl &m_control;
    std::string m_temporary; ///< empty: there is none, or no longer
    std::optional<Descriptor> m_device;
};

} // namespace

Result<std::string> readFile(const std::filesystem::path &path, std::uintmax_t limit)
{
    if (path == "-") {
        return readAll(path, STDIN_FILENO, limit);
    }
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) {
        return systemError(path, "open");
    }
    struct stat info {};
    if (::fstat(fd.get(), &info) != 0) {
        return systemError(path, "inspect");
    }
    if (S_ISDIR(info.st_mode)) {
        return fileError(path, "is a folder, expected a file");
    }
    const auto size =
        S_ISREG(info.st_mode) ? static_cast<std::uintmax_t>(info.st_size) : std::uintmax_t{0};
    if (size > limit) {
        return fileError(path, fmt::format("is {} bytes, expected at most {}", size, limit));
    }
    return readAll(path, fd.get(), limit, size);
}

Status writeFile(const std::filesystem::path &path, std::string_view bytes)
{
    return writeFile(path, bytes, JobControl());
}

Status writeFile(const std::filesystem::path &path, const ByteSource &source, Flush flush)
{
    const JobControl control;
    if (path == "-") {
        return writeAll(STDOUT_FILENO, source, control) ? Status() : systemError(path, "write");
    }
    Replacement replacement(path, source, flush, control);
    RETURN_IF_FAILED(replacement.prepare());
    return replacement.commit();
}

Status writeFiles(std::span<const FileContent> files)
{
    return writeFiles(files, JobControl());
}

Status writeFile(const std::filesystem::path &path, std::string_view bytes,
                 const JobControl &control)
{
    if (path == "-") {
        return writeAll(STDOUT_FILENO, bytes, control) ? Status() : systemError(path, "write");
    }
    const std::array<FileContent, 1> files{FileContent{path, bytes}};
    return writeFiles(files, control);
}

Status writeFiles(std::span<const FileContent> files, const JobControl &control)
{
    std::deque<Replacement> replacements;
    for (const FileContent &file : files) {
        const ByteSource source = [&file](const ByteSink &sink) { sink(file.bytes); };
        Replacement &one = replacements.emplace_back(file.path, source, Flush::AtOnce, control);
        RETURN_IF_FAILED(one.prepare());
    }
    if (control.cancel.isCanceled()) {
        return canceled(files.front().path);
    }
    for (Replacement &replacement : replacements) {
        RETURN_IF_FAILED(replacement.commit());
    }
    return {};
}

Status backUpFile(const std::filesystem::path &path)
{
    std::error_code error;
    if (path == "-" || !std::filesystem::exists(path, error)) {
        return {};
    }
    const Result<std::string> bytes = readFile(path);
    return bytes ? writeFile(path.string() + "~", *bytes) : Status(bytes.error());
}

} // namespace nervure
