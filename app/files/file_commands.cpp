// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_commands.h"

#include "app/files/document_reader.h"
#include "app/files/document_session.h"
#include "app/files/file_comparison.h"
#include "app/files/file_formats.h"
#include "app/files/file_watch.h"
#include "app/files/model_conversion.h"
#include "app/files/model_windows.h"
#include "app/files/run_keeper.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "app/settings/settings.h"
#include "core/builtins.h"
#include "core/formats/project/project_file.h"
#include "widgets/dialogs/difference_dialog.h"
#include "widgets/dialogs/losses_dialog.h"
#include "widgets/dialogs/unsaved_changes_dialog.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

int noteCount(const GraphDocument &document)
{
    const Graph &graph = document.graph();
    const std::vector<NodeId> &noted = document.statistics().noted;
    const auto count = std::count_if(
        noted.begin(), noted.end(), [&graph](NodeId id) { return !graph.node(id).note().empty(); });
    return static_cast<int>(count) + (graph.note().empty() ? 0 : 1);
}

} // namespace

FileCommands::FileCommands(DocumentSession &session, const WindowServices &services,
                           QWidget *window)
    : QObject(window),
      m_session(session),
      m_services(services),
      m_window(window),
      m_watch(new FileWatch(session.document, this)),
      m_writer(new FileWriter(session, *m_watch, window))
{
    connect(m_writer, &FileWriter::failed, this, &FileCommands::failed);
    connect(m_writer, &FileWriter::copied, this, &FileCommands::copied);
    connect(m_writer, &FileWriter::saved, this, [this](const QString &path) {
        m_services.recentFiles.add(path);
        Q_EMIT saved(path);
        tellOfNotes();
    });
    connect(&session.document, &GraphDocument::contentReplaced, this,
            [this] { m_hasToldOfNotes = false; });
    // A reading that was stopped delivers nothing.
    connect(&session.jobs, &JobRunner::jobEnded, this, [this](quint64 ended) {
        if (ended == m_job && !m_loadingPath.isEmpty()) {
            m_loadingPath.clear();
            Q_EMIT loadingChanged();
        }
    });
}

void FileCommands::askToOpen()
{
    const QString folder = QFileInfo(m_session.document.path()).path();
    const QStringList paths = QFileDialog::getOpenFileNames(
        m_window, tr("Open a model"), folder, openFilter(m_services.builtins.formats));
    for (const QString &path : paths) {
        m_services.windows.open(path, m_window);
    }
}

void FileCommands::askToOpenSteps()
{
    const QString folder = QFileDialog::getExistingDirectory(
        m_window, tr("Open the files that a compiler wrote after its passes"),
        QFileInfo(m_session.document.path()).path());
    if (!folder.isEmpty()) {
        Q_EMIT stepFolderChosen(folder);
    }
}

void FileCommands::askToCompare(bool comparesValues)
{
    const QString file = QFileDialog::getOpenFileName(
        m_window,
        comparesValues ? tr("Compare values with a file") : tr("Compare the model with a file"),
        QFileInfo(m_session.document.path()).path(), openFilter(m_services.builtins.formats));
    if (!file.isEmpty()) {
        Q_EMIT comparedFileChosen(file, comparesValues);
    }
}

void FileCommands::open(const QString &path)
{
    const QString file = QFileInfo(path).absoluteFilePath();
    m_loadingPath = file;
    Q_EMIT loadingChanged();
    auto read = [&builtins = m_services.builtins, file,
                 runs =
                     RunKeeper::folderBeside(m_services.journalFolder)](const JobControl &control) {
        // A shared pointer: results of jobs must be copyable.
        auto content =
            std::make_shared<Result<DocumentContent>>(readDocument(builtins, file, control));
        if (*content) {
            RunKeeper::addKeptRuns(runs, **content);
        }
        return content;
    };
    auto show = [this, file](const std::shared_ptr<Result<DocumentContent>> &content) {
        m_loadingPath.clear();
        if (*content) {
            this->show(std::move(content->value()));
            Q_EMIT opened(file);
        } else {
            Q_EMIT failed(errorSentence(content->error()));
        }
        Q_EMIT loadingChanged();
    };
    const QString title = tr("Opening %1").arg(QFileInfo(file).fileName());
    m_job = m_session.jobs.start({title, QStringLiteral("open")}, this, std::move(read),
                                 std::move(show));
}

void FileCommands::show(DocumentContent content)
{
    m_session.selection.clear();
    m_session.document.setContent(std::move(content));
    if (const auto semantics = m_services.settings.preferences().semantics) {
        m_session.document.setSemantics(*semantics);
    }
    m_services.recentFiles.add(m_session.document.path());
}

void FileCommands::showNew(DocumentContent content)
{
    m_session.selection.clear();
    m_session.document.setContent(std::move(content));
    m_session.document.markUnsaved();
}

void FileCommands::showRecovered(DocumentContent content)
{
    m_session.selection.clear();
    m_session.document.setContent(std::move(content));
    // Before its first change it was a file; without one it never was.
    if (m_session.document.path().isEmpty()) {
        m_session.document.forgetSaved();
    }
}

void FileCommands::reload()
{
    const QString path = m_session.document.path();
    if (!path.isEmpty() && mayLeave()) {
        open(path);
    }
}

bool FileCommands::mayLeave()
{
    if (m_isLeaving) {
        return false; // it is being asked
    }
    const QScopedValueRollback<bool> guard(m_isLeaving, true);
    if (!m_writer->waitUntilSaved()) {
        return false;
    }
    // Again when it was edited while it was written.
    while (m_session.document.isDirty()) {
        switch (askAboutUnsavedChanges(m_window, m_session.document.title())) {
        case UnsavedChoice::Save: save(); break;
        case UnsavedChoice::Discard: return true;
        case UnsavedChoice::Cancel: return false;
        }
        if (!isSaving() || !m_writer->waitUntilSaved()) {
            return false;
        }
    }
    return true;
}

void FileCommands::save()
{
    const QString path = m_session.document.path();
    const FormatSpec *format = m_services.builtins.formats.find(m_session.document.formatName());
    const bool isWritable = hasProjectName(path.toStdString()) || canWrite(format);
    if (path.isEmpty() || !isWritable) {
        if (path.isEmpty() || format == nullptr || acceptsOtherFormat(*format)) {
            askToSave();
        }
        return;
    }
    const bool hasToWait = m_writer->queue().isBusy();
    m_writer->queue().start({}, [this, hasToWait] {
        const GraphDocument &document = m_session.document;
        if (hasToWait && !document.isDirty() && !hasProjectName(document.path().toStdString())) {
            m_writer->queue().end(SaveQueue::End::Saved);
        } else {
            saveTo(document.path(), document.formatName());
        }
    });
}

bool FileCommands::acceptsOtherFormat(const FormatSpec &format)
{
    const FormatSpec *other = relativeOf(format, m_services.builtins.formats);
    const QString name = m_session.document.title();
    QMessageBox box(m_window);
    box.setObjectName(QStringLiteral("other-format-dialog"));
    box.setIcon(QMessageBox::Information);
    box.setWindowTitle(tr("Save in another format"));
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("“%1” is in the format %2, which can be read but not written.")
                    .arg(name, toQString(format.title)));
    box.setInformativeText(
        other != nullptr
            ? tr("It can be saved as %1, or as a project, which also keeps the original text.")
                  .arg(toQString(other->title))
            : tr("It can be saved as a project, which also keeps the original text."));
    const QPushButton *save = box.addButton(tr("Save as…"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == save;
}

bool FileCommands::isProject() const
{
    return hasProjectName(m_session.document.path().toStdString());
}

/// What the dialog has in its name field: a file that is only read is not written over.
QString FileCommands::suggestedPath(const QString &suffix) const
{
    const QString path = m_session.document.path();
    const bool isOwn =
        hasProjectName(path.toStdString())
        || canWrite(m_services.builtins.formats.find(m_session.document.formatName()));
    if (path.isEmpty()) {
        return m_session.document.suggestedPath();
    }
    const QFileInfo file(path);
    return isOwn ? path : file.path() + u'/' + file.completeBaseName() + u'.' + suffix;
}

void FileCommands::askToSave()
{
    const std::string present = m_session.document.formatName();
    const std::vector<SaveChoice> choices = saveChoices(m_services.builtins.formats, present);
    QStringList filters;
    for (const SaveChoice &choice : choices) {
        filters.append(choice.filter);
    }
    QFileDialog dialog(m_window, tr("Save the model"), suggestedPath(choices.front().suffix));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    const auto chosen = [&dialog, &choices]() -> const SaveChoice & {
        const auto found =
            std::find_if(choices.begin(), choices.end(), [&dialog](const SaveChoice &one) {
                return one.filter == dialog.selectedNameFilter();
            });
        return found == choices.end() ? choices.front() : *found;
    };
    const auto followSuffix = [&] { dialog.setDefaultSuffix(chosen().suffix); };
    connect(&dialog, &QFileDialog::filterSelected, this, followSuffix);
    dialog.selectNameFilter(filters.at(isProject() && filters.size() > 1 ? 1 : 0));
    followSuffix();
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) {
        return;
    }
    const QString path = dialog.selectedFiles().constFirst();
    if (chosen().format.empty()) {
        saveProject(path);
    } else {
        saveAs(path, chosen().format);
    }
}

void FileCommands::saveProject(const QString &path)
{
    const bool isNamed = hasProjectName(path.toStdString());
    const QString file = isNamed ? path : path + QStringLiteral(".nervure");
    m_writer->queue().start(file, [this, file] { saveTo(file, m_session.document.formatName()); });
}

void FileCommands::saveAs(const QString &path, const std::string &format)
{
    const FormatRegistry &formats = m_services.builtins.formats;
    if (needsConversion(formats, m_session.document.formatName(), format)) {
        convertTo(path, format);
        return;
    }
    if (!mayLoseNotes(path)) {
        return;
    }
    if (formats.find(format)->read) {
        m_writer->queue().start(path, [this, path, format] { saveTo(path, format); });
    } else {
        // What could not be opened again is a picture of the model, not the model.
        m_writer->writeCopy(path, format);
    }
}

void FileCommands::saveTo(const QString &path, const std::string &format)
{
    m_watch->look(this, [this, path, format](FileWatch::State state) {
        if (mayOverwrite(path, format, state)) {
            m_writer->writeDocument(path, format);
        } else {
            m_writer->queue().end(SaveQueue::End::Stopped);
        }
    });
}

/// `state` is that of the document's own file.
bool FileCommands::mayOverwrite(const QString &path, const std::string &format,
                                FileWatch::State state)
{
    const bool isOwn = QFileInfo(path) == QFileInfo(m_session.document.path());
    const QString name = QFileInfo(path).fileName();
    if (isOwn && state == FileWatch::State::Changed) {
        return showDifference(
            path, format,
            {tr("The file has changed"),
             tr("Another program has changed “%1” since it was read. Saving replaces the lines "
                "marked − with those marked +.")
                 .arg(name),
             tr("Save anyway")});
    }
    if (m_services.settings.preferences().showsDifference && QFileInfo::exists(path)) {
        return showDifference(path, format,
                              {tr("Save “%1”").arg(name),
                               tr("Saving replaces the lines marked − with those marked +."),
                               tr("Save")});
    }
    return true;
}

void FileCommands::compare()
{
    const QString path = m_session.document.path();
    (void)showDifference(
        path, m_session.document.formatName(),
        {tr("Compare with the file"),
         tr("Lines marked − are in “%1” now; saving replaces them with those marked +.")
             .arg(QFileInfo(path).fileName()),
         {}});
}

bool FileCommands::showDifference(const QString &path, const std::string &format,
                                  const DifferenceQuestion &question)
{
    DifferenceDialog dialog(question, m_window);
    m_session.jobs.start(
        {tr("Comparing"), QStringLiteral("compare")}, &dialog,
        [source = m_session.document.saveSource(), &builtins = m_services.builtins,
         target = SaveTarget{QFileInfo(path).filesystemAbsoluteFilePath(), format, {}}](
            const JobControl &) { return compareWithFile(source, builtins, target); },
        [&dialog](const Compared &compared) {
            if (compared.problem.isEmpty()) {
                dialog.setDifference(compared.change);
            } else {
                dialog.setMessage(compared.problem);
            }
        });
    return dialog.exec() == QDialog::Accepted;
}

bool FileCommands::mayLoseNotes(const QString &path)
{
    const int notes = noteCount(m_session.document);
    if (notes == 0 || hasProjectName(path.toStdString())) {
        return true;
    }
    m_hasToldOfNotes = true;
    return acceptsLosses(
        m_window,
        {tr("What the file cannot hold"),
         tr("“%1” cannot hold the following; a project file can.").arg(QFileInfo(path).fileName()),
         {tr("%n note(s) are kept only in a project file (.nervure).", nullptr, notes)},
         tr("Save without")});
}

void FileCommands::tellOfNotes()
{
    const int notes = noteCount(m_session.document);
    if (notes > 0 && !m_hasToldOfNotes && !isProject()) {
        m_hasToldOfNotes = true;
        Q_EMIT notesLeftOut(notes);
    }
}

void FileCommands::convertTo(const QString &path, const std::string &format)
{
    m_session.jobs.start(
        {tr("Converting"), QStringLiteral("convert")}, this,
        [conversion = conversionOf(m_session.document, format),
         &builtins = m_services.builtins](const JobControl &control) {
            Result<ConvertedModel> model = convertModel(conversion, builtins, control);
            using Shared = std::shared_ptr<const ConvertedModel>;
            return model ? Result<Shared>(std::make_shared<const ConvertedModel>(std::move(*model)))
                         : Result<Shared>(model.error());
        },
        [this, path](const Result<std::shared_ptr<const ConvertedModel>> &model) {
            if (!model) {
                Q_EMIT failed(
                    tr("The model was not converted: %1").arg(errorSentence(model.error())));
                return;
            }
            // The question is no part of the job, which ends here.
            QMetaObject::invokeMethod(
                this, [this, model = *model, path] { offerConverted(model, path); },
                Qt::QueuedConnection);
        });
}

void FileCommands::offerConverted(const std::shared_ptr<const ConvertedModel> &model,
                                  const QString &path)
{
    QStringList losses;
    for (const Diagnostic &one : model->diagnostics) {
        losses.append(diagnosticLine(one));
    }
    losses.removeDuplicates();
    if (const int notes = noteCount(m_session.document); notes > 0) {
        losses.append(tr("%n note(s) are kept only in a project file (.nervure).", nullptr, notes));
    }
    const LossesQuestion question{
        tr("Convert the model"),
        tr("The model has to be converted for “%1”. This is lost or changed on the way:")
            .arg(QFileInfo(path).fileName()),
        losses, tr("Write the file")};
    if (losses.isEmpty() || acceptsLosses(m_window, question)) {
        m_writer->writeConverted(model, path);
    }
}

} // namespace nervure
