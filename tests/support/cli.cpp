// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"

#include "tests/support/environment.h"

#include <QJsonDocument>
#include <QProcess>

namespace nervure::tests {

QJsonObject CliResult::json() const
{
    return QJsonDocument::fromJson(out).object();
}

CliResult runCli(const QStringList &arguments, const QByteArray &input)
{
    return runProgram(QStringLiteral("nervure-cli"), arguments, input);
}

CliResult runProgram(const QString &name, const QStringList &arguments, const QByteArray &input)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    process.setProcessEnvironment(environment);
    process.start(QString::fromStdString(program(name.toStdString()).string()), arguments);
    process.write(input);
    process.closeWriteChannel();
    CliResult result;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit) {
        result.exitCode = process.exitCode();
    }
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

} // namespace nervure::tests
