// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTest>

namespace nervure::tests {

/// An argument of a command line, from UTF-8.
inline QString s(const char *argument)
{
    return QString::fromUtf8(argument);
}

/// What a run of a program gave.
struct CliResult {
    int exitCode = -1; ///< -1: it did not start, was killed or took longer than two minutes
    QByteArray out;
    QByteArray err;

    /// stdout as one JSON object; empty when it is anything else.
    [[nodiscard]] QJsonObject json() const;
};

/// Runs the nervure-cli of this build without a display. `input` is its standard input.
[[nodiscard]] CliResult runCli(const QStringList &arguments, const QByteArray &input = {});

/// The same with another program of this build.
[[nodiscard]] CliResult runProgram(const QString &name, const QStringList &arguments,
                                   const QByteArray &input = {});

} // namespace nervure::tests

/// That a run ended with that code, and those words were on stderr.
#define NERVURE_VERIFY_EXIT(run, code, words)                                                      \
    do {                                                                                           \
        const nervure::tests::CliResult &ended = (run);                                            \
        QVERIFY2(ended.exitCode == (code) && ended.err.contains(words), ended.err.constData());    \
    } while (false)
