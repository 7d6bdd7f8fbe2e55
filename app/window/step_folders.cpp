// SPDX-License-Identifier: Apache-2.0
#include "app/window/step_folders.h"

#include "app/files/file_commands.h"
#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/passes/steps/step_folder.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QFileInfo>

namespace nervure {

namespace {

void showSteps(MainWindow &window, std::vector<std::filesystem::path> files)
{
    files.erase(files.begin());
    window.docks().setWorkspace(Workspace::Passes);
    window.session().passes.openSteps(std::move(files));
}

void compareValues(const QString &file, MainWindow &window)
{
    window.docks().raise(QStringLiteral("proof"));
    window.session().proofs.compareWith(file);
}

} // namespace

void openStepFolder(const QString &folder, MainWindow &window)
{
    Result<StepFiles> found = stepFiles(folder.toStdString());
    if (!found) {
        window.messages().showMessage(MessageBar::Kind::Error, errorSentence(found.error()));
        return;
    }
    const QString first = QFileInfo(toQString(found->files.front().string())).absoluteFilePath();
    auto *target = qobject_cast<MainWindow *>(window.services().windows.open(first, &window));
    if (target == nullptr) {
        return;
    }
    if (target->files().loadingPath().isEmpty()) {
        showSteps(*target, std::move(found->files)); // it was open already
        return;
    }
    QObject::connect(
        &target->files(), &FileCommands::opened, target,
        [target, first, files = std::move(found->files)](const QString &path) {
            if (path == first) {
                showSteps(*target, files);
            }
        },
        Qt::SingleShotConnection);
}

void compareWithModel(const QString &file, MainWindow &window)
{
    window.docks().setWorkspace(Workspace::Passes);
    window.session().passes.openSteps({file.toStdString()});
    window.panes().setOn(true);
}

void answerStepCommands(MainWindow &window)
{
    const FileCommands *files = &window.files();
    QObject::connect(files, &FileCommands::stepFolderChosen, &window,
                     [&window](const QString &folder) { openStepFolder(folder, window); });
    QObject::connect(files, &FileCommands::comparedFileChosen, &window,
                     [&window](const QString &file, bool comparesValues) {
                         compareWithModel(file, window);
                         if (comparesValues) {
                             compareValues(file, window);
                         }
                     });
}

} // namespace nervure
