// SPDX-License-Identifier: Apache-2.0
// nervure-manual-pictures: the pictures of the manual, taken of the window. See README.md here.
#include "app/files/file_commands.h"
#include "app/manual_pictures/picture_steps.h"
#include "app/manual_pictures/pictures.h"
#include "app/program/composition.h"
#include "app/program/startup_options.h"
#include "app/settings/program_paths.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>

#include <cstdio>

namespace {

using namespace nervure;

constexpr QSize windowSize(1280, 800);

int fail(const QString &message)
{
    std::fprintf(stderr, "nervure-manual-pictures: %s\n", qPrintable(message));
    return EXIT_FAILURE;
}

void list()
{
    for (const ManualPicture &picture : manualPictures()) {
        std::puts(picture.name);
    }
}

/// In a program of its own settings, so that pictures do not depend on who takes them.
QPixmap take(const ManualPicture &picture, const QString &language, const QString &theme)
{
    const QTemporaryDir folder;
    Composition composition({folder.filePath(QStringLiteral("settings.ini")),
                             folder.filePath(QStringLiteral("pictures")),
                             folder.filePath(QStringLiteral("journals"))});
    StartupOptions options;
    options.language = language;
    options.theme = theme;
    composition.start(options);
    MainWindow *window = composition.windows().openStart();
    window->resize(windowSize);
    const QString model = QDir(samplesFolder()).filePath(QString::fromLatin1(picture.model));
    composition.windows().open(model, window);
    return waitUntilQuiet(*window) ? picture.take(*window) : QPixmap();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && qstrcmp(argv[1], "--list") == 0) {
        list();
        return EXIT_SUCCESS;
    }
    if (argc < 3) {
        return fail(QStringLiteral("expected a folder and a language, then maybe light or dark and "
                                   "names of pictures, or --list"));
    }
    const QString theme = argc > 3 ? QString::fromLocal8Bit(argv[3]) : QStringLiteral("light");
    QStringList wanted;
    for (int i = 4; i < argc; ++i) {
        wanted.append(QString::fromLocal8Bit(argv[i]));
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("nervure"));
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    if (!folder.mkpath(QStringLiteral("."))) {
        return fail(QStringLiteral("%1 cannot be made").arg(folder.path()));
    }
    for (const ManualPicture &picture : manualPictures()) {
        const QString file =
            folder.filePath(QString::fromLatin1(picture.name) + QStringLiteral(".png"));
        if (!wanted.isEmpty() && !wanted.contains(QLatin1String(picture.name))) {
            continue;
        }
        if (!take(picture, QString::fromLocal8Bit(argv[2]), theme).save(file)) {
            return fail(QStringLiteral("the picture %1 could not be taken").arg(file));
        }
    }
    return EXIT_SUCCESS;
}
