// SPDX-License-Identifier: Apache-2.0
#include "app/files/recovery.h"

#include "app/files/document_reader.h"
#include "app/files/model_picture.h"
#include "app/files/model_windows.h"
#include "core/builtins.h"
#include "core/graph/check/graph_check.h"
#include "widgets/dialogs/recovery_dialog.h"
#include "widgets/document/edit_words.h"
#include "widgets/document/graph_changes.h"
#include "widgets/text/format.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <memory>

namespace nervure {

namespace {

constexpr std::size_t mostPicturedNodes = 3000;
constexpr std::size_t mostListedChanges = 500;

/// "units 128 → 10", for every attribute that is another one; empty when there is none.
QString attributeChanges(const Node &before, const Node &after)
{
    QStringList words;
    for (const auto &[key, value] : after.attrs) {
        const std::string *was = before.attrs.find(key);
        if (was == nullptr) {
            words.append(QStringLiteral("%1 = %2").arg(toQString(key), toQString(value)));
        } else if (*was != value) {
            words.append(QStringLiteral("%1 %2 → %3")
                             .arg(toQString(key), toQString(*was), toQString(value)));
        }
    }
    for (const auto &[key, value] : before.attrs) {
        if (after.attrs.find(key) == nullptr) {
            words.append(QStringLiteral("− %1").arg(toQString(key)));
        }
    }
    return words.join(QStringLiteral(", "));
}

QString changeLine(const NodeChange &change, const Graph &before, const Graph &after)
{
    const bool isGone = change.mark == ChangeMark::Removed;
    const Node &node = (isGone ? before : after).node(change.node);
    QString line = changeSign(change.mark) + u' ' + toQString(node.name);
    if (const Node *was = before.find(change.node); was != nullptr && !isGone) {
        if (was->name != node.name) {
            line += Recovery::tr(" (was %1)").arg(toQString(was->name));
        }
        const QString attributes = attributeChanges(*was, node);
        line += attributes.isEmpty() ? QString() : QStringLiteral(": ") + attributes;
        if (attributes.isEmpty() && was->inputs != node.inputs) {
            line += Recovery::tr(": reads other values");
        }
    } else if (!node.op.empty() && !node.isVariable()) {
        line += QStringLiteral(" (%1)").arg(toQString(node.op));
    }
    return line;
}

QString countText(std::size_t before, std::size_t after)
{
    if (before == after) {
        return Recovery::tr("%n node(s) as before.", nullptr, static_cast<int>(after));
    }
    return Recovery::tr("%1 → %n node(s).", nullptr, static_cast<int>(after))
        .arg(formatCount(static_cast<std::int64_t>(before)));
}

RecoveryPreview previewOf(const Builtins &builtins, const RecoveredModel &model, double pixelRatio,
                          const JobControl &control)
{
    const Graph &before = model.model.graph;
    Graph after = before;
    for (const Edit &edit : model.edits) {
        if (!apply(after, edit)) {
            break;
        }
    }
    RecoveryPreview preview;
    const NodeChanges changes = changesBetween(before, after, nullptr);
    preview.summary = countText(before.nodeCount(), after.nodeCount()) + u' '
                      + Recovery::tr("%n node(s) differ from the file.", nullptr,
                                     static_cast<int>(changes.size()));
    if (model.isTorn) {
        preview.summary += u' '
                           + Recovery::tr("The last change was being written when the program "
                                          "ended, and is left out.");
    }
    for (std::size_t i = 0; i < changes.size() && i < mostListedChanges; ++i) {
        preview.changes.append(changeLine(changes[i], before, after));
    }
    if (changes.size() > mostListedChanges) {
        preview.changes.append(Recovery::tr("and %n more", nullptr,
                                            static_cast<int>(changes.size() - mostListedChanges)));
    }
    if (after.nodeCount() <= mostPicturedNodes) {
        preview.picture = drawGraphPicture(
            builtins, after, {{}, RecoveryDialog::pictureSize(), pixelRatio}, control);
    }
    return preview;
}

/// The model as its edits leave it, and they its history.
DocumentContent recoveredContent(const Builtins &builtins, RecoveredModel recovered)
{
    OpenedModel &model = recovered.model;
    std::vector<HistoryStep> history;
    for (const Edit &edit : recovered.edits) {
        QString words = editWords(edit, model.graph);
        Result<Edit> undo = apply(model.graph, edit);
        if (!undo) {
            break;
        }
        history.push_back({std::move(*undo), std::move(words)});
    }
    // What the reader said about nodes may be mended; what it said about the file stays.
    std::erase_if(model.diagnostics,
                  [](const Diagnostic &one) { return !one.where.outermostNode().empty(); });
    Diagnostics found = checkWithSubgraphs(model.graph, builtins.ops, model.semantics);
    std::move(found.begin(), found.end(), std::back_inserter(model.diagnostics));
    DocumentContent content = contentOf(builtins, std::move(model));
    content.history = std::move(history);
    return content;
}

} // namespace

Recovery::Recovery(const WindowServices &services, QObject *parent)
    : QObject(parent),
      m_services(services)
{}

QString Recovery::titleOf(const LostJournal &lost)
{
    const QString path = toQString(lost.header.path);
    return path.isEmpty() ? tr("Untitled") : QFileInfo(path).fileName();
}

void Recovery::start(QWidget *window)
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
    }
    if (m_services.journalFolder.empty() || m_dialog) {
        return;
    }
    m_jobs.start(
        {{}, QStringLiteral("look")}, this,
        [folder = m_services.journalFolder](const JobControl &) {
            return findLostJournals(folder);
        },
        [this, parent = QPointer<QWidget>(window)](std::vector<LostJournal> lost) {
            show(std::move(lost), parent);
        });
}

void Recovery::setLeftCount(int count)
{
    m_leftCount = count;
    Q_EMIT leftCountChanged();
}

void Recovery::removeEntry(int entry)
{
    setLeftCount(m_leftCount - 1);
    m_dialog->removeEntry(entry);
}

void Recovery::show(std::vector<LostJournal> lost, QWidget *window)
{
    m_lost = std::move(lost);
    setLeftCount(static_cast<int>(m_lost.size()));
    Q_EMIT looked(static_cast<int>(m_lost.size()));
    if (m_lost.empty() || m_services.windows.first() == nullptr) {
        return;
    }
    QList<RecoveryEntry> entries;
    for (const LostJournal &one : m_lost) {
        entries.append({titleOf(one), toQString(one.header.path),
                        QDateTime::fromSecsSinceEpoch(one.changed),
                        static_cast<int>(one.editCount)});
    }
    m_dialog = new RecoveryDialog(entries, window != nullptr ? window : m_services.windows.first());
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &RecoveryDialog::previewWanted, this, &Recovery::preview);
    connect(m_dialog, &RecoveryDialog::recoverRequested, this, &Recovery::recover);
    connect(m_dialog, &RecoveryDialog::discardRequested, this, &Recovery::discard);
    m_dialog->show();
}

void Recovery::preview(int entry)
{
    const std::filesystem::path file = m_lost[static_cast<std::size_t>(entry)].file;
    m_jobs.start(
        {tr("Reading unsaved work"), QStringLiteral("preview")}, m_dialog,
        [file, &builtins = m_services.builtins,
         ratio = m_dialog->devicePixelRatioF()](const JobControl &control) {
            const auto model = recoverModel(file, builtins.formats, builtins.ops);
            return model
                       ? previewOf(builtins, *model, ratio, control)
                       : RecoveryPreview{toQString(formatDiagnostic(model.error())), {}, {}, false};
        },
        [this, entry](const RecoveryPreview &preview) { m_dialog->setPreview(entry, preview); });
}

void Recovery::recover(int entry)
{
    const LostJournal lost = m_lost[static_cast<std::size_t>(entry)];
    struct Found {
        std::optional<DocumentContent> content;
        std::uint64_t size = 0;
        QString problem;
    };
    m_jobs.start(
        {tr("Recovering %1").arg(titleOf(lost)), {}}, m_dialog,
        [lost, &builtins = m_services.builtins](const JobControl &) {
            auto found = std::make_shared<Found>();
            auto model = recoverModel(lost.file, builtins.formats, builtins.ops);
            if (!model) {
                found->problem = toQString(formatDiagnostic(model.error()));
                return found;
            }
            found->size = model->size;
            found->content = recoveredContent(builtins, std::move(*model));
            found->content->path = toQString(lost.header.path);
            found->content->fileFingerprint = lost.header.fileFingerprint;
            return found;
        },
        [this, entry, lost](const std::shared_ptr<Found> &found) {
            Result<EditJournal> journal = found->content
                                              ? EditJournal::resume(lost.file, found->size)
                                              : Result<EditJournal>(makeError("journal", {}));
            if (!journal) {
                m_dialog->showFailure(entry, found->content
                                                 ? toQString(formatDiagnostic(journal.error()))
                                                 : found->problem);
                return;
            }
            m_services.windows.showRecovered(std::move(*found->content), std::move(*journal));
            removeEntry(entry);
        });
}

void Recovery::discard(int entry)
{
    // Nobody else may have taken it meanwhile.
    if (auto journal = EditJournal::resume(m_lost[static_cast<std::size_t>(entry)].file, 0)) {
        journal->remove();
    }
    removeEntry(entry);
}

} // namespace nervure
