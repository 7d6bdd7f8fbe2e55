// SPDX-License-Identifier: Apache-2.0
#include "core/support/splice.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace nervure {

namespace {

/// Shorter ones are put together before they are written.
constexpr std::size_t longStretch = std::size_t{1} << 20;
/// Between two of them it may be stopped.
constexpr std::size_t bytesAtOnce = std::size_t{16} << 20;

class Splicer {
public:
    Splicer(int to, const BytePieces &pieces, const JobControl &control)
        : m_to(to),
          m_pieces(pieces),
          m_control(control)
    {}

    Status run()
    {
        for (const std::string_view piece : m_pieces.pieces()) {
            const FileBytes *file = piece.size() >= longStretch ? fileOf(piece) : nullptr;
            if (file) {
                RETURN_IF_FAILED(flush());
                RETURN_IF_FAILED(copy(*file, piece));
            } else {
                RETURN_IF_FAILED(put(piece));
            }
        }
        RETURN_IF_FAILED(flush());
        for (const auto &file : m_pieces.files()) {
            RETURN_IF_FAILED(file->checkUnchanged());
        }
        return {};
    }

private:
    [[nodiscard]] const FileBytes *fileOf(std::string_view piece) const
    {
        for (const auto &file : m_pieces.files()) {
            const std::string_view all = file->view();
            if (file->isMapped() && piece.data() >= all.data()
                && piece.data() + piece.size() <= all.data() + all.size()) {
                return file.get();
            }
        }
        return nullptr;
    }

    static Diagnostic systemError()
    {
        return makeError("file", "cannot write: {}", std::strerror(errno));
    }

    /// What was written so far; fails when that is enough.
    Status goOn() const
    {
        const auto all = static_cast<double>(std::max<std::uint64_t>(m_pieces.size(), 1));
        m_control.report(static_cast<double>(m_written) / all, "writing");
        return m_control.cancel.isCanceled() ? Status(makeError("cancelled", "writing was stopped"))
                                             : Status();
    }

    Status put(std::string_view piece)
    {
        while (!piece.empty()) {
            const std::string_view part = piece.substr(0, bytesAtOnce - m_waiting.size());
            m_waiting += part;
            piece.remove_prefix(part.size());
            if (m_waiting.size() == bytesAtOnce) {
                RETURN_IF_FAILED(flush());
            }
        }
        return {};
    }

    Status flush()
    {
        const Status status = write(m_waiting);
        m_waiting.clear();
        return status;
    }

    Status write(std::string_view bytes)
    {
        while (!bytes.empty()) {
            RETURN_IF_FAILED(goOn());
            const ssize_t count = ::write(m_to, bytes.data(), std::min(bytes.size(), longStretch));
            if (count < 0 && errno != EINTR) {
                return systemError();
            }
            advance(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
            bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        }
        return {};
    }

    /// The disk need not wait until all is there.
    void advance(std::size_t count)
    {
#if defined(__linux__)
        ::sync_file_range(m_to, static_cast<off64_t>(m_written), static_cast<off64_t>(count),
                          SYNC_FILE_RANGE_WRITE);
#endif
        m_written += count;
    }

    Status copy(const FileBytes &file, std::string_view piece)
    {
        auto from = static_cast<off_t>(piece.data() - file.view().data());
        const off_t end = from + static_cast<off_t>(piece.size());
        while (from < end) {
            RETURN_IF_FAILED(goOn());
            const std::size_t most = std::min(static_cast<std::size_t>(end - from), bytesAtOnce);
            const auto count = copyBySystem(file, from, most);
            if (!count) {
                return copyByHand(file, from, end);
            }
            advance(*count);
            from += static_cast<off_t>(*count);
        }
        return {};
    }

    /// How much was copied; nothing where the system cannot.
    std::optional<std::size_t> copyBySystem(const FileBytes &file, off_t from, std::size_t most)
    {
#if defined(__linux__)
        off64_t place = from;
        const ssize_t count =
            m_isBySystem ? ::copy_file_range(file.descriptor(), &place, m_to, nullptr, most, 0) : 0;
        if (count > 0) {
            return static_cast<std::size_t>(count);
        }
        m_isBySystem = m_isBySystem && count < 0 && errno == EINTR;
        return m_isBySystem ? std::optional<std::size_t>(0) : std::nullopt;
#else
        (void)file, (void)from, (void)most;
        return std::nullopt;
#endif
    }

    Status copyByHand(const FileBytes &file, off_t from, off_t end)
    {
        std::string block(longStretch, '\0');
        while (from < end) {
            const std::size_t most = std::min(static_cast<std::size_t>(end - from), block.size());
            const ssize_t count = ::pread(file.descriptor(), block.data(), most, from);
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count < 0) {
                return makeError("file", "cannot read: {}", std::strerror(errno));
            }
            if (count == 0) {
                const Status changed = file.checkUnchanged();
                return changed ? Status(makeError("file", "cannot read: the file ends too early"))
                               : changed;
            }
            RETURN_IF_FAILED(write({block.data(), static_cast<std::size_t>(count)}));
            from += count;
        }
        return {};
    }

    const int m_to;
    const BytePieces &m_pieces;
    const JobControl &m_control;
    std::string m_waiting; ///< to be written
    std::uint64_t m_written = 0;
    bool m_isBySystem = true;
};

} // namespace

Status splice(int to, const BytePieces &pieces, const JobControl &control)
{
    return Splicer(to, pieces, control).run();
}

} // namespace nervure
