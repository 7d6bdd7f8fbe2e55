// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace nervure::tests {

/// An sshd of the test's own on a loopback port, with keys and configuration in a temporary folder, in which
/// `ssh -F config` knows it as "here". What is in ~/.ssh is neither read nor written.
class SshServer {
public:
    /// Starts it; fault() says why that failed.
    SshServer();
    ~SshServer();

    /// Why there is none: no sshd is installed, or it does not start. Empty when it runs.
    [[nodiscard]] const QString &fault() const { return m_fault; }
    /// For NERVURE_SSH.
    [[nodiscard]] QByteArray command() const;
    /// From now on connections are cut after so many bytes from the server; negative: they are not.
    void cutAfter(qint64 bytes);

    /// A device of this build's nervure-cli there.
    [[nodiscard]] static QString device(const QString &name);

private:
    bool makeKeys();
    void writeConfig(qint64 cut);
    bool listens() const;

    QTemporaryDir m_folder;
    QProcess m_server;
    int m_port = 0;
    QString m_fault;
};

} // namespace nervure::tests

/// Goes on where an sshd runs; else skips the test function with the reason, or fails it when the environment
/// variable NERVURE_REQUIRE_SSHD says that this machine must have one.
#define NERVURE_NEED_SSHD(server)                                                                  \
    do {                                                                                           \
        if (!(server).fault().isEmpty()) {                                                         \
            if (nervure::tests::isSwitchedOn("NERVURE_REQUIRE_SSHD")) {                            \
                QFAIL(qPrintable((server).fault()));                                               \
            }                                                                                      \
            QSKIP(qPrintable((server).fault()));                                                   \
        }                                                                                          \
    } while (false)
