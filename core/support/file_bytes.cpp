// SPDX-License-Identifier: Apache-2.0
#include "core/support/file_bytes.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace nervure {

/// Where a file is mapped, as the signal handler sees it.
struct MappedRange {
    std::atomic<bool> isTaken = false;
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<std::uintptr_t> end = 0;
    std::atomic<bool> wasCutShort = false;
};

namespace {

constexpr std::size_t mostMappings = 1000;

std::uintptr_t pageSize()
{
    static const auto size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

std::int64_t modifiedAt(const struct stat &info)
{
    constexpr std::int64_t nanoseconds = 1000000000;
    return info.st_mtim.tv_sec * nanoseconds + info.st_mtim.tv_nsec;
}

Diagnostic mapError(const std::filesystem::path &path, const std::string &message)
{
    Diagnostic error = makeError("file", "{}", message);
    error.where.file = path.string();
    return error;
}

/// A signal knows no object, so the mappings and the handler before ours are the process's.
std::array<MappedRange, mostMappings> mappedRanges;
struct sigaction handlerBefore {};

/// Runs in the thread that read bytes which are no longer there: gives it a page of zeros in their place.
/// May only do what signal handlers may.
void onBusError(int signal, siginfo_t *info, void *context)
{
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (MappedRange &range : mappedRanges) {
        if (address >= range.begin && address < range.end) {
            range.wasCutShort = true;
            const std::uintptr_t page = address / pageSize() * pageSize();
            void *mapped = ::mmap(reinterpret_cast<void *>(page), pageSize(), PROT_READ,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
            if (mapped != MAP_FAILED) {
                return;
            }
        }
    }
    if ((handlerBefore.sa_flags & SA_SIGINFO) != 0 && handlerBefore.sa_sigaction) {
        handlerBefore.sa_sigaction(signal, info, context);
        return;
    }
    // Comes back at once, to the handler of old.
    ::sigaction(SIGBUS, &handlerBefore, nullptr);
}

void installHandler()
{
    static std::once_flag isDone;
    std::call_once(isDone, [] {
        pageSize();
        struct sigaction action {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &handlerBefore);
    });
}

/// A free one, for that part of memory; null when all are taken.
MappedRange *takeRange(std::uintptr_t begin, std::size_t size)
{
    for (MappedRange &range : mappedRanges) {
        if (!range.isTaken.exchange(true)) {
            range.wasCutShort = false;
            range.end = begin + size;
            range.begin = begin;
            return &range;
        }
    }
    return nullptr;
}

void giveBack(MappedRange &range)
{
    range.end = 0;
    range.begin = 0;
    range.isTaken = false;
}

} // namespace

FileBytes::FileBytes(std::string bytes, std::filesystem::path path)
    : m_path(std::move(path)),
      m_text(std::move(bytes)),
      m_view(m_text)
{}

FileBytes::FileBytes(int descriptor, std::string_view view, MappedRange *range,
                     std::int64_t modified)
    : m_view(view),
      m_descriptor(descriptor),
      m_range(range),
      m_modified(modified)
{}

FileBytes::~FileBytes()
{
    if (m_range) {
        ::munmap(const_cast<char *>(m_view.data()), m_view.size());
        giveBack(*m_range);
    }
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Result<std::shared_ptr<const FileBytes>> FileBytes::map(const std::filesystem::path &path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info {};
    if (descriptor < 0 || ::fstat(descriptor, &info) != 0) {
        return mapError(path, std::string("cannot open: ") + std::strerror(errno));
    }
    // Owns the descriptor from here on.
    std::shared_ptr<FileBytes> bytes(new FileBytes(descriptor, {}, nullptr, modifiedAt(info)));
    bytes->m_path = path;
    if (!S_ISREG(info.st_mode)) {
        return mapError(path, "is no regular file");
    }
    const auto size = static_cast<std::size_t>(info.st_size);
    if (size == 0) {
        return std::shared_ptr<const FileBytes>(std::move(bytes));
    }
    installHandler();
    void *mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapped == MAP_FAILED) {
        return mapError(path, std::string("cannot map: ") + std::strerror(errno));
    }
    bytes->m_range = takeRange(reinterpret_cast<std::uintptr_t>(mapped), size);
    if (!bytes->m_range) {
        ::munmap(mapped, size);
        return mapError(path, "cannot map: too many files are open");
    }
    bytes->m_view = {static_cast<const char *>(mapped), size};
    return std::shared_ptr<const FileBytes>(std::move(bytes));
}

bool FileBytes::wasCutShort() const
{
    return m_range && m_range->wasCutShort;
}

bool FileBytes::hasChanged() const
{
    struct stat info {};
    return m_descriptor >= 0
           && (::fstat(m_descriptor, &info) != 0 || modifiedAt(info) != m_modified
               || static_cast<std::size_t>(info.st_size) != m_view.size());
}

Status FileBytes::checkUnchanged() const
{
    if (!wasCutShort() && !hasChanged()) {
        return {};
    }
    Diagnostic error = makeError(
        "file-changed", "another program changed the file since it was opened, open it again");
    error.where.file = m_path.string();
    return error;
}

} // namespace nervure
