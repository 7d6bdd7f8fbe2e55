// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/run_list.h"

#include <QObject>
#include <QString>

class QWidget;

namespace nervure {

struct DocumentSession;

/// Runs of the open model, out to files of every kind that the command line writes, and in from what it
/// printed.
class RunFiles : public QObject {
    Q_OBJECT

public:
    /// What a run is written as.
    enum class Format { Json, Csv, Markdown, Trace, Netron, ModelExplorer };

    /// `session` must outlive this; `window` owns it and is the parent of dialogs.
    explicit RunFiles(DocumentSession &session, QWidget *window = nullptr);

    /// Asks where to and in which format, then saves the run that is shown.
    void askToSave();
    /// Writes the run that is shown; false when it failed, which is told.
    bool save(const QString &path, Format format);
    /// Asks for a file, then opens it.
    void askToOpen();
    /// Keeps the profile of a file as a run.
    void open(const QString &path);

Q_SIGNALS:
    void opened(const QString &message);
    /// One sentence for the message bar.
    void failed(const QString &message);

private:
    struct ReadRun;

    void take(const ReadRun &run, const QString &file, ModelState state);
    [[nodiscard]] std::string textOf(Format format) const;

    DocumentSession &m_session;
    QWidget *m_window;
};

} // namespace nervure
