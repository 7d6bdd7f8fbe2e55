// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/project/edit_journal.h"

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
    /// Called on the autosaver's thread when the journal cannot be written any more, and with success
    /// when it can be again; may be empty.
    using Told = std::function<void(const Status &)>;
    /// Makes a text that reads as the document's graph; called on the autosaver's thread.
    using TextSource = std::function<Result<std::string>()>;

    explicit Autosaver(std::filesystem::path folder, Told told = {});
    /// Writes what waits. The journal stays, unless end() was called: an end without it is a crash.
    ~Autosaver();
    Autosaver(const Autosaver &) = delete;
    Autosaver &operator=(const Autosaver &) = delete;

    /// Another document, or the same one just saved: its graph is what the text reads as. The journal
    /// before is no longer needed once that is on the disk which was done since, if anything was. A
    /// header without a time gets that of the first edit.
    void begin(JournalHeader header, TextSource text, std::vector<Edit> since = {});
    /// The same for a document that was recovered: its journal goes on.
    void resume(EditJournal journal);
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
        TextSource text;     ///< empty: there is no document
        EditJournal journal; ///< to go on with, if it is open
        std::vector<Edit> edits;
    };

    void startWith(Work work);
    void run();
    void perform(Work &work);
    Status write(const std::vector<Edit> &edits);

    const std::filesystem::path m_folder;
    const Told m_told;

    // Of the thread alone.
    EditJournal m_journal;
    EditJournal m_before; ///< of the document before, until this one's is on the disk
    JournalHeader m_header;
    TextSource m_text;
    std::vector<Edit> m_unwritten; ///< since the disk is full
    bool m_hasFailed = false;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    Work m_waiting;
    bool m_isBusy = false;
    bool m_isEnding = false;
    std::thread m_thread; ///< last: everything is there when it starts
};

} // namespace nervure
