// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/project/open_model.h"
#include "core/graph/edits/edit.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a document is, for those who find its journal after a crash.
struct JournalHeader {
    std::string path;   ///< the document's file; empty when it has none yet
    std::string format; ///< FormatSpec::name of the text
    Semantics semantics = Semantics::Exact;
    std::int64_t time = 0; ///< seconds since 1970: when the journal was begun
    /// fileChecksum() of the document's file as the program knew it; empty where it knew none.
    std::string fileFingerprint = {};
};

/// Keeps the work on one document safe from crashes: the text that it was read from and every edit
/// since, in the user's data folder. An edit that append() has returned for is on the disk. Undoing is an
/// edit like any other. The file is locked as long as this lives, so that nobody takes a running
/// program's journal for a lost one. Not for use by two threads at a time.
class EditJournal {
public:
    EditJournal() = default;
    EditJournal(EditJournal &&other) noexcept;
    EditJournal &operator=(EditJournal &&other) noexcept;
    /// Leaves the files: a program that ends in order calls remove().
    ~EditJournal();

    /// Begins a journal for a document whose graph is what `text` reads as. Fails when the folder
    /// cannot be made or written.
    static Result<EditJournal> begin(const std::filesystem::path &folder,
                                     const JournalHeader &header, std::string_view text);

    /// Takes over a journal that no program owns any more, to go on behind its first `size` bytes. Fails
    /// when another program was faster.
    static Result<EditJournal> resume(const std::filesystem::path &file, std::uint64_t size);

    /// Adds edits, one after the other, and waits until they are on the disk. After a failure (the disk
    /// is full) what was written before stays good, and later calls go on behind it.
    Status append(const std::vector<Edit> &edits);
    /// Ends the journal: the work is saved, or was given up.
    void remove();

    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] const std::filesystem::path &file() const { return m_file; }

private:
    std::filesystem::path m_file;
    int m_fd = -1;
    std::uint64_t m_size = 0; ///< bytes that are known to be whole
};

/// A journal that no program owns any more.
struct LostJournal {
    std::filesystem::path file;
    JournalHeader header;
    std::size_t editCount = 0;
    std::int64_t changed = 0; ///< seconds since 1970: when the last edit was written
};

/// Journals in the folder that were left behind and hold edits, the latest first. Those without edits
/// and what is no journal are passed over.
[[nodiscard]] std::vector<LostJournal> findLostJournals(const std::filesystem::path &folder);

/// A document as its journal has it.
struct RecoveredModel {
    OpenedModel model;       ///< as it was read; `path` is the document's
    std::vector<Edit> edits; ///< apply one after the other
    bool isTorn = false;     ///< the last entry was not whole, and left out
    std::uint64_t size =
        0; ///< bytes of the journal that the edits stand in, for EditJournal::resume()
};

/// Reads a journal as far as it is whole. Every edit has been tried: they apply to the model. Fails
/// when the text it starts from is damaged.
Result<RecoveredModel> recoverModel(const std::filesystem::path &journal,
                                    const FormatRegistry &formats, const OpRegistry &ops);

} // namespace nervure
