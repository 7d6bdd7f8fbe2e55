// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/project/autosaver.h"

#include <QObject>
#include <QString>

#include <vector>

namespace nervure {

class GraphDocument;
struct SaveSource;

/// Keeps the work on one document safe from crashes: every edit goes into a journal until it is saved,
/// undone or given up. Nothing waits for the disk.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// `document` must outlive this. Journals are in `folder`; without one nothing is kept.
    Autosave(GraphDocument &document, std::filesystem::path folder, QObject *parent = nullptr);

    /// The document was just recovered from this journal, which goes on.
    void resume(EditJournal journal);
    /// The work is saved or was given up: the journal goes.
    void end();
    /// Until all that was done so far is on the disk.
    void wait() { m_autosaver.wait(); }

Q_SIGNALS:
    /// One sentence for the message bar: the work cannot be kept safe, from now on.
    void failed(const QString &message);
    /// It can be again.
    void mended();

private:
    void begin(SaveSource source, bool isAsRead, std::vector<Edit> since = {});
    void beginWithSaved();
    void tell(const Status &status);

    GraphDocument &m_document;
    const std::filesystem::path m_folder;
    Graph m_savedGraph;        ///< as the document was when it was last about to be saved
    std::vector<Edit> m_since; ///< since then, while it is being saved
    std::uint64_t m_begun = 0; ///< revision that the journal begins with, or that was shown by then
    Autosaver m_autosaver;     ///< last: its thread calls us
};

} // namespace nervure
