// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"

#include "core/support/splice.h"
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

/// Writes all that a file is to hold.
using Fill = std::function<Status(int fd)>;

Fill fillFrom(const std::filesystem::path &path, ByteSource source, const JobControl &control)
{
    return [&path, source = std::move(source), &control](int fd) -> Status {
        bool isWritten = true;
        source(
            [&](std::string_view bytes) { isWritten = isWritten && writeAll(fd, bytes, control); });
        if (isWritten) {
            return {};
        }
        return control.cancel.isCanceled() ? canceled(path) : systemError(path, "write");
    };
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
    Replacement(const std::filesystem::path &path, Fill fill, Flush flush)
        : m_path(path),
          m_target(followLinks(path)),
          m_fill(std::move(fill)),
          m_isFlushed(flush == Flush::AtOnce)
    {}
    ~Replacement()
    {
        if (!m_temporary.empty()) {
            ::unlink(m_temporary.c_str());
        }
    }
    Replacement(const Replacement &) = delete;
    Replacement &operator=(const Replacement &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

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
            RETURN_IF_FAILED(writeWhole(unnamed, mode));
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
        RETURN_IF_FAILED(writeWhole(fd, mode));
        return fd.close() ? Status() : systemError(m_path, "write");
    }

    Status commit()
    {
        if (m_device) {
            return m_fill(m_device->get());
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
    static std::filesystem::path folderOf(const std::filesystem::path &file)
    {
        return file.parent_path().empty() ? "." : file.parent_path();
    }
    Status writeWhole(const Descriptor &fd, mode_t mode)
    {
        RETURN_IF_FAILED(m_fill(fd.get()));
        const bool isDone =
            ::fchmod(fd.get(), mode) == 0 && (!m_isFlushed || ::fsync(fd.get()) == 0);
        return isDone ? Status() : systemError(m_path, "write");
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
    Fill m_fill;
    bool m_isFlushed;
    std::string m_temporary; ///< empty: there is none, or no longer
    std::optional<Descriptor> m_device;
};

Fill fillFrom(const std::filesystem::path &path, const BytePieces &pieces,
              const JobControl &control)
{
    return [&path, &pieces, &control](int fd) -> Status {
        const Status status = splice(fd, pieces, control);
        if (status || !status.error().where.file.empty()) {
            return status;
        }
        Diagnostic error = status.error();
        error.where.file = path.string();
        return error;
    };
}

/// The folder below `outer` that a file beside another lies in, where its name has one.
Status makeFolder(const std::filesystem::path &outer, const std::filesystem::path &name)
{
    std::error_code error;
    if (name.has_parent_path()) {
        std::filesystem::create_directories(outer / name.parent_path(), error);
    }
    return error ? Status(fileError(outer / name, "needs a folder: " + error.message())) : Status();
}

/// Has all files take their places, in order.
Status commitAll(std::deque<Replacement> &replacements, const JobControl &control)
{
    if (control.cancel.isCanceled()) {
        return canceled(replacements.front().path());
    }
    for (Replacement &replacement : replacements) {
        RETURN_IF_FAILED(replacement.commit());
    }
    return {};
}

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
    const Fill fill = fillFrom(path, source, control);
    if (path == "-") {
        return fill(STDOUT_FILENO);
    }
    Replacement replacement(path, fill, flush);
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
        Replacement &one = replacements.emplace_back(
            file.path, fillFrom(file.path, source, control), Flush::AtOnce);
        RETURN_IF_FAILED(one.prepare());
    }
    return commitAll(replacements, control);
}

Status writeFile(const std::filesystem::path &path, const BytePieces &pieces,
                 const JobControl &control)
{
    if (path == "-") {
        return fillFrom(path, pieces, control)(STDOUT_FILENO);
    }
    std::deque<std::filesystem::path> paths;
    std::deque<Replacement> replacements;
    const auto prepare = [&](std::filesystem::path file, const BytePieces &content) {
        paths.push_back(std::move(file));
        return replacements
            .emplace_back(paths.back(), fillFrom(paths.back(), content, control), Flush::AtOnce)
            .prepare();
    };
    for (const auto &[name, content] : pieces.beside()) {
        RETURN_IF_FAILED(makeFolder(path.parent_path(), name));
        RETURN_IF_FAILED(prepare(path.parent_path() / name, *content));
    }
    RETURN_IF_FAILED(prepare(path, pieces));
    return commitAll(replacements, control);
}

Status writeFile(const std::filesystem::path &path,
                 const std::function<Status(const ByteSink &sink)> &source,
                 const JobControl &control)
{
    Status made;
    const Fill write = fillFrom(
        path, [&](const ByteSink &sink) { made = source(sink); }, control);
    const Fill fill = [&](int fd) -> Status {
        const Status written = write(fd);
        return made ? written : made;
    };
    if (path == "-") {
        return fill(STDOUT_FILENO);
    }
    Replacement replacement(path, fill, Flush::AtOnce);
    RETURN_IF_FAILED(replacement.prepare());
    return control.cancel.isCanceled() ? Status(canceled(path)) : replacement.commit();
}

Status backUpFile(const std::filesystem::path &path)
{
    std::error_code error;
    if (path == "-" || !std::filesystem::exists(path, error)) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto file, FileBytes::map(path));
    BytePieces pieces;
    pieces.hold(file);
    pieces.keep(file->view());
    return writeFile(path.string() + "~", pieces, JobControl());
}

} // namespace nervure
