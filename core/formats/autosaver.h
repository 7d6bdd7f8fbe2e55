// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/edit_journal.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace nervure {

/// Keeps the journal of one document on a thread of its own: nobody waits for the disk. A journal is
/// begun with the first edit, so that looking at a model writes nothing.
class Autosaver {
public:
    /// `failed` is called on the autosaver's thread when the journal cannot be written, once until it can
    /// be written again; it may be empty.
    using Failed = std::function<void(const Diagnostic &)>;

    explicit Autosaver(std::filesystem::path folder, Failed failed = {});
    /// Writes what waits. The journal stays, unless end() was called: an end without it is a crash.
    ~Autosaver();
    Autosaver(const Autosaver &) = delete;
    Autosaver &operator=(const Autosaver &) = delete;

    /// Another document, or the same one just saved: its graph is what `text` reads as. The journal
    /// before is no longer needed.
    void begin(JournalHeader header, std::shared_ptr<const std::string> text);
    /// What was done to the document, an undo as well.
    void append(Edit edit);
    /// The work is saved or was given up.
    void end();
    /// Until all that was said so far is on the disk.
    void wait();

private:
    /// What is to be done: leave the old document, if told so, then write the edits to the new one.
    struct Work {
        bool startsAnew = false;
        JournalHeader header;
        std::shared_ptr<const std::string> text; ///< null: there is no document
        std::vector<Edit> edits;
    };

    void run();
    void perform(Work &work);
    Status write(const std::vector<Edit> &edits);

    const std::filesystem::path m_folder;
    const Failed m_failed;

    // Of the thread alone.
    EditJournal m_journal;
    JournalHeader m_header;
    std::shared_ptr<const std::string> m_text;
    std::vector<Edit> m_unwritten; ///< since the disk is full
    bool m_hasTold = false;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    Work m_waiting;
    bool m_isBusy = false;
    bool m_isEnding = false;
    std::thread m_thread; ///< last: everything is there when it starts
};

} // namespace nervure
