// SPDX-License-Identifier: Apache-2.0
#include "app/program/startup_options.h"

#include <QFileInfo>
#include <QUrl>

namespace nervure {

namespace {

QString filePath(const QString &argument)
{
    const QUrl url(argument);
    return QFileInfo(url.isLocalFile() ? url.toLocalFile() : argument).absoluteFilePath();
}

/// The value of `--name=value`; null if the argument is another option.
QString valueOf(const QString &argument, const QString &name)
{
    const QString start = QStringLiteral("--") + name + QLatin1Char('=');
    return argument.startsWith(start) ? argument.mid(start.size()) : QString();
}

bool takeOption(StartupOptions &options, const QString &argument)
{
    if (argument == QLatin1String("--new-process")) {
        options.newProcess = true;
        return true;
    }
    const QString theme = valueOf(argument, QStringLiteral("theme"));
    if (theme == QLatin1String("light") || theme == QLatin1String("dark")) {
        options.theme = theme;
        return true;
    }
    options.language = valueOf(argument, QStringLiteral("language"));
    return !options.language.isEmpty();
}

} // namespace

StartupOptions StartupOptions::parse(const QStringList &arguments)
{
    StartupOptions options;
    bool onlyFiles = false;
    for (const QString &argument : arguments) {
        if (onlyFiles || !argument.startsWith(QLatin1Char('-'))) {
            options.files.append(filePath(argument));
        } else if (argument == QLatin1String("--")) {
            onlyFiles = true;
        } else if (!takeOption(options, argument)) {
            options.error = QStringLiteral("'%1' is no option, expected --theme=light|dark, "
                                           "--language=CODE, --new-process or a file")
                                .arg(argument);
            break;
        }
    }
    return options;
}

} // namespace nervure
