// SPDX-License-Identifier: Apache-2.0
#include "app/files/run_keeper.h"

#include "core/formats/project/project_file.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <QFileInfo>
#include <QMetaObject>

#include <algorithm>

namespace nervure {

namespace {

/// True if the runs of a document have no other place; its file by name.
bool needsShelf(const QString &path)
{
    return !path.isEmpty() && !hasProjectName(path.toStdString());
}

/// True if a profile that was read beside a model is one of the runs.
bool holds(const RunHistory &runs, const ProfileReport &profile)
{
    return std::any_of(runs.runs().begin(), runs.runs().end(), [&profile](const KeptRun &run) {
        return run.report->device.name == profile.device.name
               && run.report->data.deviceMs == profile.data.deviceMs
               && run.report->data.layers.size() == profile.data.layers.size();
    });
}

} // namespace

RunKeeper::RunKeeper(const GraphDocument &document, std::filesystem::path folder, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_shelf(std::move(folder)),
      m_path(document.path())
{
    m_writer.setMaxThreadCount(1); // one after the other
    connect(&document.runs(), &RunList::modified, this, &RunKeeper::keep);
    connect(&document, &GraphDocument::contentReplaced, this,
            [this] { m_path = m_document.path(); });
    connect(&document, &GraphDocument::titleChanged, this, [this] {
        // Saved under another name: the runs are of that file as well.
        if (m_path != m_document.path() && !m_document.runs().history().empty()) {
            keep();
        }
    });
}

RunKeeper::~RunKeeper()
{
    m_writer.waitForDone();
}

std::filesystem::path RunKeeper::folderBeside(const std::filesystem::path &journalFolder)
{
    return journalFolder.empty() ? std::filesystem::path() : journalFolder.parent_path() / "runs";
}

void RunKeeper::addKeptRuns(const std::filesystem::path &folder, DocumentContent &content)
{
    if (content.project || !needsShelf(content.path)) {
        return;
    }
    Result<RunHistory> runs = RunShelf(folder).find(content.path.toStdString());
    if (!runs) {
        content.diagnostics.push_back(makeWarning(runs.error().code, "{}", runs.error().message));
        return;
    }
    if (!runs->empty() && content.index && content.runsHash.empty()) {
        content.runsHash = graphFingerprint(*content.index);
    }
    if (content.profile && holds(*runs, *content.profile)) {
        content.profile.reset(); // it was kept when the model was opened before
    }
    content.runs = std::move(*runs);
}

void RunKeeper::keep()
{
    m_path = m_document.path();
    if (!needsShelf(m_path)) {
        return;
    }
    m_writer.start([this, shelf = m_shelf, path = m_path.toStdString(),
                    history = m_document.runs().history()] {
        const Status status = shelf.keep(path, history);
        if (!status) {
            QMetaObject::invokeMethod(
                this,
                [this, message = toQString(formatDiagnostic(status.error()))] {
                    Q_EMIT failed(tr("The runs are not kept: %1").arg(message));
                },
                Qt::QueuedConnection);
        }
    });
}

} // namespace nervure
