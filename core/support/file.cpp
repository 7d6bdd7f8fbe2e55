// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
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

Diagnostic fileError(const std::filesystem::path &path, std::string message)
{
    Diagnostic diagnostic = makeError("file", std::move(message));
    diagnostic.where.file = path.string();
    return diagnostic;
}

Diagnostic systemError(const std::filesystem::path &path, const char *action)
{
    return fileError(path, std::string("cannot ") + action + ": " + std::strerror(errno));
}

Result<std::string> readAll(const std::filesystem::path &path, int fd, std::uintmax_t limit)
{
    std::string bytes;
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
            return fileError(path, "larger than " + std::to_string(limit) + " bytes");
        }
        bytes.append(block.data(), static_cast<std::size_t>(count));
    }
}

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(fd, bytes.data(), bytes.size());
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
    if (S_ISREG(info.st_mode) && static_cast<std::uintmax_t>(info.st_size) > limit) {
        return fileError(path, "is " + std::to_string(info.st_size) + " bytes, expected at most "
                                   + std::to_string(limit));
    }
    return readAll(path, fd.get(), limit);
}

Status writeFile(const std::filesystem::path &path, std::string_view bytes)
{
    if (path == "-") {
        return writeAll(STDOUT_FILENO, bytes) ? Status() : systemError(path, "write");
    }
    const std::filesystem::path target = followLinks(path);
    struct stat existing {};
    const bool replaces = ::stat(target.c_str(), &existing) == 0;
    if (replaces && !S_ISREG(existing.st_mode)) {
        const Descriptor device(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
        return device.get() >= 0 && writeAll(device.get(), bytes) ? Status()
                                                                  : systemError(path, "write");
    }
    std::string temporary = target.string() + ".XXXXXX";
    Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
    if (fd.get() < 0) {
        return systemError(path, "write beside the file");
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const mode_t mode = replaces ? existing.st_mode & 07777 : 0666 & ~mask;
    const bool written = writeAll(fd.get(), bytes) && ::fchmod(fd.get(), mode) == 0
                         && ::fsync(fd.get()) == 0 && fd.close();
    if (!written || ::rename(temporary.c_str(), target.c_str()) != 0) {
        Diagnostic error = systemError(path, "write");
        ::unlink(temporary.c_str());
        return error;
    }
    syncFolder(target.parent_path().empty() ? "." : target.parent_path());
    return {};
}

} // namespace nervure
