// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <string>

namespace nervure {

class GraphDocument;

/// Notices when other programs change, replace or remove the file of a document. Reads the file off
/// the UI thread, and only when its size or time is another one.
class FileWatch : public QObject {
    Q_OBJECT

public:
    enum class State {
        Same,    ///< the file holds what was read or written last, or is none
        Changed, ///< it holds something else
        Gone
    };

    /// `document` must outlive this.
    explicit FileWatch(GraphDocument &document, QObject *parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    /// What is on the disk is known, and what is shown is to stay: it is unsaved from now on.
    void keepMine();
    /// Looks now, before the file is overwritten, and tells; nothing when the receiver is gone.
    void look(QObject *receiver, std::function<void(State)> done);
    /// The program itself writes the file: until release() nothing is noticed.
    void hold() { m_isHeld = true; }
    void release();

Q_SIGNALS:
    /// The state is another one, or the file has changed once more.
    void stateChanged();
    /// state() is what the disk says.
    void looked();

private:
    /// What tells one content of a file from another without reading it.
    struct Stamp {
        qint64 size = -1; ///< negative: there is no file
        qint64 time = 0;  ///< in nanoseconds
        quint64 inode = 0;

        bool operator==(const Stamp &) const = default;
    };
    struct Seen {
        Stamp stamp;
        std::string fingerprint; ///< empty: it is gone or cannot be read
    };

    [[nodiscard]] static Stamp stampOf(const std::string &file);
    [[nodiscard]] static Seen read(const std::string &file, const Seen &last);
    void follow();
    void check();
    void take(const Seen &seen);

    GraphDocument &m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;
    QString m_path; ///< that is watched
    Seen m_seen;
    bool m_isGoneKnown = false; ///< and what is shown is to stay
    bool m_isHeld = false;
    State m_state = State::Same;
    JobRunner m_jobs; ///< last: ends first
};

} // namespace nervure
