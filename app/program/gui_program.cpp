// SPDX-License-Identifier: Apache-2.0
#include "app/program/gui_program.h"

#include "app/program/composition.h"
#include "app/program/single_instance.h"
#include "app/program/startup_options.h"
#include "app/settings/log_file.h"
#include "app/window/window_manager.h"
#include "core/support/version.h"

#include <QApplication>
#include <QIcon>

#include <cstdio>

namespace nervure {

namespace {

constexpr int wrongUsage = 2;

int fail(const QString &message)
{
    std::fprintf(stderr, "nervure: %s\n", qPrintable(message));
    return wrongUsage;
}

/// Qt ends the process with a core dump where it finds no display; this tells it in words.
bool hasDisplay(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        if (qstrcmp(argv[i], "-platform") == 0) {
            return true;
        }
    }
    return !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")
           || !qEnvironmentVariableIsEmpty("DISPLAY")
           || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

void describeApplication()
{
    QCoreApplication::setApplicationName(QStringLiteral("nervure"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(programVersion()));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Nervure"));
    QGuiApplication::setDesktopFileName(QStringLiteral("nervure"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/nervure/icons/nervure.svg")));
}

} // namespace

int runGuiProgram(int argc, char **argv,
                  const std::function<void(Composition &, const StartupOptions &)> &started)
{
    if (!hasDisplay(argc, argv)) {
        return fail(QStringLiteral("no display found, expected DISPLAY or WAYLAND_DISPLAY; the "
                                   "subcommands (nervure --help) need none"));
    }
    QApplication application(argc, argv);
    describeApplication();
    const StartupOptions options = StartupOptions::parse(QCoreApplication::arguments().mid(1));
    if (!options.error.isEmpty()) {
        return fail(options.error);
    }
    SingleInstance instance(SingleInstance::defaultName());
    if (!options.newProcess) {
        if (instance.handOver(options.files)) {
            return 0;
        }
        instance.listen();
    }
    const LogFile log(LogFile::defaultPath());
    Composition composition;
    QObject::connect(
        &instance, &SingleInstance::filesReceived, &application,
        [&composition](const QStringList &files) { composition.windows().openAll(files); });
    composition.start(options);
    if (started) {
        started(composition, options);
    }
    return QApplication::exec();
}

} // namespace nervure
