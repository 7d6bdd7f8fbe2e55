// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run_shelf.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

namespace nervure {

class GraphDocument;
struct DocumentContent;

/// Keeps the runs of a document whose file has no room for them, so that they are there when it is opened again:
/// closing a window loses none. They are written whenever they change, on a thread of its own; what was measured
/// last is on the disk when this is gone.
class RunKeeper : public QObject {
    Q_OBJECT

public:
    /// `document` must outlive this. Runs are kept in `folder`; an empty one keeps none.
    RunKeeper(const GraphDocument &document, std::filesystem::path folder,
              QObject *parent = nullptr);
    ~RunKeeper() override;

    /// The folder of runs that belongs to that of journals; empty likewise.
    [[nodiscard]] static std::filesystem::path folderBeside(
        const std::filesystem::path &journalFolder);

    /// Gives a model that was read the runs that are kept of its file. A project has its own. For any thread.
    static void addKeptRuns(const std::filesystem::path &folder, DocumentContent &content);

Q_SIGNALS:
    /// One sentence for the message bar.
    void failed(const QString &message);

private:
    void keep();

    const GraphDocument &m_document;
    const RunShelf m_shelf;
    QString m_path; ///< of the document when its runs were kept last
    QThreadPool m_writer;
};

} // namespace nervure
