// SPDX-License-Identifier: Apache-2.0
// A journal is lines of checksum and JSON: a header, the text it starts from, then the edits. What
// follows the last whole line was being written when the program ended.
#include "core/formats/project/edit_journal.h"

#include "core/formats/project/edit_json.h"
#include "core/support/file.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace nervure {

namespace {

constexpr std::string_view suffix = ".journal";
constexpr std::size_t checksumSize = 16;

Diagnostic journalError(const std::filesystem::path &file, const std::string &message)
{
    Diagnostic error = makeError("journal", message);
    error.where.file = file.string();
    return error;
}

Diagnostic systemError(const std::filesystem::path &file, const char *action)
{
    return journalError(file, std::string("cannot ") + action + ": " + std::strerror(errno));
}

std::string lineOf(const std::string &json)
{
    return checksum(json) + ' ' + json + '\n';
}

/// The JSON of the next line, which `text` loses; nothing when it is not whole.
std::optional<std::string_view> takeLine(std::string_view &text)
{
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || end <= checksumSize || text[checksumSize] != ' ') {
        return std::nullopt;
    }
    const std::string_view json = text.substr(checksumSize + 1, end - checksumSize - 1);
    if (checksum(json) != text.substr(0, checksumSize)) {
        return std::nullopt;
    }
    text.remove_prefix(end + 1);
    return json;
}

std::string headerJson(const JournalHeader &header)
{
    return fmt::format("{{\"nervure-journal\":1,\"path\":{},\"format\":{},\"semantics\":{},"
                       "\"time\":{},\"file\":{}}}",
                       jsonQuoted(header.path), jsonQuoted(header.format),
                       (header.semantics == Semantics::Exact ? "\"exact\"" : "\"fixed\""),
                       header.time, jsonQuoted(header.fileFingerprint));
}

std::optional<JournalHeader> readHeader(std::string_view json)
{
    const Result<JsonTree> tree = JsonTree::parse(json);
    if (!tree || !tree->root().isObject()) {
        return std::nullopt;
    }
    const JsonValue root = tree->root();
    const auto version = root.find("nervure-journal");
    const auto path = root.find("path");
    const auto format = root.find("format");
    const auto semantics = root.find("semantics");
    const auto time = root.find("time");
    if (!version || version->kind() != JsonKind::Integer || version->integer() != 1 || !path
        || !path->isString() || !format || !format->isString() || !semantics || !time
        || time->kind() != JsonKind::Integer) {
        return std::nullopt;
    }
    const auto file = root.find("file");
    return JournalHeader{path->text(), format->text(),
                         semantics->text() == "fixed" ? Semantics::Fixed : Semantics::Exact,
                         time->integer(), file && file->isString() ? file->text() : std::string()};
}

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    return true;
}

/// Whether a program holds the journal open.
bool isOwned(const std::filesystem::path &file)
{
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return true; // not for us
    }
    const bool isFree = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    ::close(fd);
    return !isFree;
}

/// When the file was written last, in seconds since 1970; 0 if it is gone.
std::int64_t changeTime(const std::filesystem::path &file)
{
    struct stat found = {};
    return ::stat(file.c_str(), &found) == 0 ? static_cast<std::int64_t>(found.st_mtime) : 0;
}

struct JournalText {
    JournalHeader header;
    std::string original;
    std::vector<Edit> edits;
    std::vector<std::uint64_t> ends; ///< where each edit ends
    std::uint64_t start = 0;         ///< where the first one begins
    bool isTorn = false;
};

Result<JournalText> parseJournal(const std::filesystem::path &file, std::string_view bytes)
{
    JournalText journal;
    const std::size_t whole = bytes.size();
    const auto head = takeLine(bytes);
    const auto header = head ? readHeader(*head) : std::nullopt;
    const auto original = header ? takeLine(bytes) : std::nullopt;
    const auto tree =
        original ? JsonTree::parse(*original) : Result<JsonTree>(makeError("journal", ""));
    if (!tree || !tree->root().isString()) {
        return journalError(file, "the journal is damaged at its beginning");
    }
    journal.header = *header;
    journal.original = tree->root().text();
    journal.start = whole - bytes.size();
    while (!bytes.empty()) {
        const auto line = takeLine(bytes);
        Result<Edit> edit = line ? readEditText(*line) : Result<Edit>(makeError("journal", ""));
        if (!edit) {
            journal.isTorn = true;
            break;
        }
        journal.edits.push_back(std::move(*edit));
        journal.ends.push_back(whole - bytes.size());
    }
    return journal;
}

} // namespace

EditJournal::EditJournal(EditJournal &&other) noexcept
    : m_file(std::move(other.m_file)),
      m_fd(std::exchange(other.m_fd, -1)),
      m_size(other.m_size)
{}

EditJournal &EditJournal::operator=(EditJournal &&other) noexcept
{
    std::swap(m_file, other.m_file);
    std::swap(m_fd, other.m_fd);
    std::swap(m_size, other.m_size);
    return *this;
}

EditJournal::~EditJournal()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

Result<EditJournal> EditJournal::begin(const std::filesystem::path &folder,
                                       const JournalHeader &header, std::string_view text)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::string name = (folder / "XXXXXX").string() + std::string(suffix);
    EditJournal journal;
    journal.m_fd = ::mkostemps(name.data(), static_cast<int>(suffix.size()), O_CLOEXEC);
    if (journal.m_fd < 0) {
        return systemError(folder, "begin a journal");
    }
    journal.m_file = name;
    const std::string head = lineOf(headerJson(header)) + lineOf(jsonQuoted(text));
    if (::flock(journal.m_fd, LOCK_EX | LOCK_NB) != 0 || !writeAll(journal.m_fd, head)
        || ::fsync(journal.m_fd) != 0) {
        Diagnostic failure = systemError(name, "write the journal");
        journal.remove();
        return failure;
    }
    journal.m_size = head.size();
    return journal;
}

Result<EditJournal> EditJournal::resume(const std::filesystem::path &file, std::uint64_t size)
{
    EditJournal journal;
    journal.m_fd = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (journal.m_fd < 0) {
        return systemError(file, "open the journal");
    }
    const auto end = static_cast<off_t>(size);
    struct stat found = {};
    if (::flock(journal.m_fd, LOCK_EX | LOCK_NB) != 0 || ::fstat(journal.m_fd, &found) != 0
        || found.st_nlink == 0 || found.st_size < end || ::ftruncate(journal.m_fd, end) != 0
        || ::lseek(journal.m_fd, end, SEEK_SET) < 0) {
        return journalError(file, "another program has taken the journal");
    }
    journal.m_file = file;
    journal.m_size = size;
    return journal;
}

Status EditJournal::append(const std::vector<Edit> &edits)
{
    if (m_fd < 0) {
        return journalError(m_file, "the journal is not open");
    }
    std::string lines;
    for (const Edit &edit : edits) {
        lines += lineOf(editJson(edit));
    }
    if (writeAll(m_fd, lines) && ::fdatasync(m_fd) == 0) {
        m_size += lines.size();
        return {};
    }
    Diagnostic failure = systemError(m_file, "write the journal");
    // What is not whole must not stand in front of what comes later.
    const auto whole = static_cast<off_t>(m_size);
    if (::ftruncate(m_fd, whole) != 0 || ::lseek(m_fd, whole, SEEK_SET) < 0) {
        ::close(std::exchange(m_fd, -1));
    }
    return failure;
}

void EditJournal::remove()
{
    if (!m_file.empty()) {
        ::unlink(m_file.c_str());
    }
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
    m_file.clear();
}

std::vector<LostJournal> findLostJournals(const std::filesystem::path &folder)
{
    std::vector<LostJournal> lost;
    std::error_code error;
    for (const auto &item : std::filesystem::directory_iterator(folder, error)) {
        if (item.path().extension() != suffix || isOwned(item.path())) {
            continue;
        }
        const Result<std::string> bytes = readFile(item.path());
        const auto journal =
            bytes ? parseJournal(item.path(), *bytes) : Result<JournalText>(bytes.error());
        if (journal && !journal->edits.empty()) {
            lost.push_back(
                {item.path(), journal->header, journal->edits.size(), changeTime(item.path())});
        }
    }
    std::sort(lost.begin(), lost.end(), [](const LostJournal &a, const LostJournal &b) {
        return std::pair(-a.changed, a.file) < std::pair(-b.changed, b.file);
    });
    return lost;
}

Result<RecoveredModel> recoverModel(const std::filesystem::path &file,
                                    const FormatRegistry &formats, const OpRegistry &ops)
{
    ASSIGN_OR_RETURN(const std::string bytes, readFile(file));
    ASSIGN_OR_RETURN(JournalText journal, parseJournal(file, bytes));
    const JournalHeader &header = journal.header;
    ASSIGN_OR_RETURN(OpenedModel model, openModelText(std::move(journal.original), header.path,
                                                      formats, ops, header.semantics));
    RecoveredModel recovered{std::move(model), {}, journal.isTorn, journal.start};
    Graph graph = recovered.model.graph;
    for (std::size_t i = 0; i < journal.edits.size(); ++i) {
        if (!apply(graph, journal.edits[i])) {
            recovered.isTorn = true;
            break;
        }
        recovered.edits.push_back(std::move(journal.edits[i]));
        recovered.size = journal.ends[i];
    }
    return recovered;
}

} // namespace nervure
