// SPDX-License-Identifier: Apache-2.0
// How FileCommands saves: what is asked before a file is written, and what is told behind it.
#include "app/document_session.h"
#include "app/file_commands.h"
#include "app/file_watch.h"
#include "app/model_conversion.h"
#include "app/recent_files.h"
#include "app/settings.h"
#include "app/window_services.h"
#include "core/builtins.h"
#include "core/formats/original_check.h"
#include "core/formats/project_file.h"
#include "core/support/file.h"
#include "widgets/dialogs/difference_dialog.h"
#include "widgets/dialogs/losses_dialog.h"
#include "widgets/text/format.h"
#include "widgets/text/text_change.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace nervure {

namespace {

/// A format that the save dialog offers.
struct SaveChoice {
    QString filter;
    QString suffix;
    std::string format; ///< empty: a project
};

QString filterOf(const FormatSpec &format)
{
    QStringList patterns;
    for (const std::string &extension : format.extensions) {
        patterns.append(QStringLiteral("*.") + toQString(extension));
    }
    return QStringLiteral("%1 (%2)").arg(toQString(format.title), patterns.join(u' '));
}

/// The document's own format, the project, then what it can be written as.
std::vector<SaveChoice> saveChoices(const FormatRegistry &formats, const std::string &present)
{
    std::vector<SaveChoice> choices;
    for (const FormatSpec &format : formats.all()) {
        if (format.write) {
            choices.push_back(
                {filterOf(format), toQString(format.extensions.front()), format.name});
        }
    }
    std::stable_partition(choices.begin(), choices.end(),
                          [&](const SaveChoice &one) { return one.format == present; });
    const bool isFirstOwn = !choices.empty() && choices.front().format == present;
    choices.insert(choices.begin() + (isFirstOwn ? 1 : 0),
                   {FileCommands::tr("Nervure project, with notes and view (*.nervure)"),
                    QStringLiteral("nervure"),
                    {}});
    return choices;
}

int noteCount(const GraphDocument &document)
{
    const Graph &graph = document.graph();
    const std::vector<NodeId> &noted = document.census().noted;
    const auto count = std::count_if(
        noted.begin(), noted.end(), [&graph](NodeId id) { return !graph.node(id).note().empty(); });
    return static_cast<int>(count) + (graph.note().empty() ? 0 : 1);
}

/// The model's text in a file's bytes: of projects that of the model as their edits leave it.
Result<std::string> comparable(std::string bytes, const Builtins &builtins)
{
    if (!isProject(bytes)) {
        return bytes;
    }
    const auto model = openModelText(std::move(bytes), {}, builtins.formats, builtins.ops);
    if (!model) {
        return model.error();
    }
    Diagnostics ignored;
    return modelText({model->graph,
                      *model->format,
                      {builtins.ops, model->semantics, {}},
                      model->text,
                      model->format},
                     ignored);
}

/// A difference, or the reason why there is none.
struct Compared {
    TextChange change;
    QString problem;
};

Compared compareTexts(const SaveSource &source, const Builtins &builtins,
                      const std::filesystem::path &file, const std::string &format)
{
    Diagnostics ignored;
    Result<std::string> before = readFile(file);
    before = before ? comparable(std::move(*before), builtins) : before;
    Result<std::string> after = bytesToSave(source, builtins, file, format, {}, ignored);
    after = after ? comparable(std::move(*after), builtins) : after;
    if (!before || !after) {
        return {{}, errorSentence((before ? after : before).error())};
    }
    return {textChange(*before, *after), {}};
}

} // namespace

bool FileCommands::save()
{
    const QString path = m_session.document.path();
    const FormatSpec *format = m_services.builtins.formats.find(m_session.document.formatName());
    const bool canWrite =
        hasProjectName(path.toStdString()) || (format != nullptr && format->write);
    if (path.isEmpty() || !canWrite) {
        return askToSave();
    }
    return saveTo(path, m_session.document.formatName());
}

bool FileCommands::askToSave()
{
    const std::string present = m_session.document.formatName();
    const std::vector<SaveChoice> choices = saveChoices(m_services.builtins.formats, present);
    QStringList filters;
    for (const SaveChoice &choice : choices) {
        filters.append(choice.filter);
    }
    QFileDialog dialog(m_window, tr("Save the model"), m_session.document.path());
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
    const bool isProject = hasProjectName(m_session.document.path().toStdString());
    dialog.selectNameFilter(filters.at(isProject && filters.size() > 1 ? 1 : 0));
    followSuffix();
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) {
        return false;
    }
    const QString path = dialog.selectedFiles().constFirst();
    return chosen().format.empty() ? saveProject(path) : saveAs(path, chosen().format);
}

bool FileCommands::saveProject(const QString &path)
{
    const bool isNamed = hasProjectName(path.toStdString());
    return saveTo(isNamed ? path : path + QStringLiteral(".nervure"),
                  m_session.document.formatName());
}

bool FileCommands::saveAs(const QString &path, const std::string &format)
{
    const FormatRegistry &formats = m_services.builtins.formats;
    if (needsConversion(formats, m_session.document.formatName(), format)) {
        convertTo(path, format);
        return false;
    }
    if (!mayLoseNotes(path)) {
        return false;
    }
    // What could not be opened again is a picture of the model, not the model.
    return formats.find(format)->read ? saveTo(path, format) : writeCopy(path, format);
}

bool FileCommands::saveTo(const QString &path, const std::string &format)
{
    if (!mayOverwrite(path, format)) {
        return false;
    }
    const auto members = m_members ? m_members() : std::map<std::string, std::string>();
    if (const Status status = m_session.document.saveAs(path, format, members); !status) {
        Q_EMIT failed(tr("The model was not saved: %1").arg(errorSentence(status.error())));
        return false;
    }
    m_services.recentFiles.add(m_session.document.path());
    Q_EMIT saved(m_session.document.path());
    tellOfNotes();
    checkWithOriginal();
    return true;
}

bool FileCommands::mayOverwrite(const QString &path, const std::string &format)
{
    const bool isOwn = QFileInfo(path) == QFileInfo(m_session.document.path());
    const QString name = QFileInfo(path).fileName();
    if (isOwn && m_watch->look() == FileWatch::State::Changed) {
        return showDifference(
            path, format,
            {tr("The file has changed"),
             tr("Another program has changed “%1” since it was read. Saving would replace the lines "
                "with − by those with +.")
                 .arg(name),
             tr("Save all the same")});
    }
    if (m_services.settings.preferences().showsDifference && QFileInfo::exists(path)) {
        return showDifference(path, format,
                              {tr("Save “%1”").arg(name),
                               tr("Saving replaces the lines with − by those with +."),
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
         tr("Lines with − are in “%1”, lines with + would come in their place when "
            "it is saved.")
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
         file = QFileInfo(path).filesystemAbsoluteFilePath(),
         format](const JobControl &) { return compareTexts(source, builtins, file, format); },
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
        m_window, {tr("What the file cannot hold"),
                   tr("“%1” would be written without the following; a project file keeps it.")
                       .arg(QFileInfo(path).fileName()),
                   {tr("%n note(s) are kept only in a project file (.nervure).", nullptr, notes)},
                   tr("Save without")});
}

void FileCommands::tellOfNotes()
{
    const int notes = noteCount(m_session.document);
    if (notes > 0 && !m_hasToldOfNotes
        && !hasProjectName(m_session.document.path().toStdString())) {
        m_hasToldOfNotes = true;
        Q_EMIT notesLeftOut(notes);
    }
}

/// Says when NNVM or LightNet would not take what was saved.
void FileCommands::checkWithOriginal()
{
    const FormatSpec *format = m_services.builtins.formats.find(m_session.document.formatName());
    const QString path = m_session.document.path();
    if (format == nullptr || hasProjectName(path.toStdString())) {
        return;
    }
    m_session.jobs.start(
        {tr("Checking the saved file"), QStringLiteral("check-saved")}, this,
        [file = QFileInfo(path).filesystemAbsoluteFilePath(), format,
         &ops = m_services.builtins.ops](const JobControl &) {
            const Result<std::string> bytes = readFile(file);
            return bytes ? refusalOfOriginal(*bytes, *format, ops) : std::nullopt;
        },
        [this, revision = m_session.document.revision()](const std::optional<Diagnostic> &refusal) {
            if (refusal && revision == m_session.document.revision()) {
                m_session.document.addSaveDiagnostic(*refusal);
            }
        });
}

void FileCommands::convertTo(const QString &path, const std::string &format)
{
    m_session.jobs.start(
        {tr("Converting"), QStringLiteral("convert")}, this,
        [source = m_session.document.saveSource(), &builtins = m_services.builtins,
         inputs = m_session.document.inputFacts(), format](const JobControl &control) {
            return std::make_shared<Result<ConvertedModel>>(
                convertModel(source, builtins, inputs, format, control));
        },
        [this, path](const std::shared_ptr<Result<ConvertedModel>> &model) {
            if (!*model) {
                Q_EMIT failed(
                    tr("The model was not converted: %1").arg(errorSentence(model->error())));
                return;
            }
            // The question is no part of the job, which ends here.
            QMetaObject::invokeMethod(
                this, [this, model, path] { offerConverted(**model, path); }, Qt::QueuedConnection);
        });
}

void FileCommands::offerConverted(const ConvertedModel &model, const QString &path)
{
    QStringList losses;
    for (const Diagnostic &one : model.diagnostics) {
        losses.append(toQString(formatDiagnostic(one)));
    }
    losses.removeDuplicates();
    if (const int notes = noteCount(m_session.document); notes > 0) {
        losses.append(tr("%n note(s) are kept only in a project file (.nervure).", nullptr, notes));
    }
    const LossesQuestion question{
        tr("Convert the model"),
        tr("“%1” would be the model in the other dialect. This is not carried over, or was made "
           "otherwise:")
            .arg(QFileInfo(path).fileName()),
        losses, tr("Write the file")};
    if (losses.isEmpty() || acceptsLosses(m_window, question)) {
        writeConverted(model, path);
    }
}

void FileCommands::writeConverted(const ConvertedModel &model, const QString &path)
{
    const Status status =
        nervure::writeConverted(model, QFileInfo(path).filesystemAbsoluteFilePath());
    if (!status) {
        Q_EMIT failed(tr("The model was not saved: %1").arg(errorSentence(status.error())));
        return;
    }
    Q_EMIT copied(path);
}

bool FileCommands::writeCopy(const QString &path, const std::string &format)
{
    const std::filesystem::path file = QFileInfo(path).filesystemAbsoluteFilePath();
    Diagnostics ignored;
    const Result<std::string> bytes = bytesToSave(m_session.document.saveSource(),
                                                  m_services.builtins, file, format, {}, ignored);
    const Status status = bytes ? writeFile(file, *bytes) : Status(bytes.error());
    if (!status) {
        Q_EMIT failed(tr("The model was not saved: %1").arg(errorSentence(status.error())));
        return false;
    }
    Q_EMIT copied(path);
    return false;
}

} // namespace nervure
