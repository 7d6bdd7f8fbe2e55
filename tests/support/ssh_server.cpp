// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ssh_server.h"

#include "tests/support/environment.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <arpa/inet.h>
#include <cstdlib>
#include <filesystem>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace nervure::tests {

namespace {

const QStringList sbin{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")};

QString sshdProgram()
{
    const QString found = QStandardPaths::findExecutable(QStringLiteral("sshd"));
    return found.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("sshd"), sbin) : found;
}

sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A port that nobody uses right now; 0 if there is none.
int freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    const bool isBound =
        ::bind(socket, reinterpret_cast<const sockaddr *>(&address), size) == 0
        && ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) == 0;
    ::close(socket);
    return isBound ? ntohs(address.sin_port) : 0;
}

void write(const QString &file, const QByteArray &text)
{
    QFile out(file);
    if (out.open(QIODevice::WriteOnly)) {
        out.write(text);
    }
}

QByteArray read(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

} // namespace

SshServer::SshServer() : m_port(freePort())
{
    const QString sshd = sshdProgram();
    if (sshd.isEmpty()) {
        m_fault = QStringLiteral("no sshd is installed");
        return;
    }
    if (!m_folder.isValid() || !makeKeys()) {
        m_fault = QStringLiteral("ssh-keygen made no keys");
        return;
    }
    if (::getuid() == 0) { // it then wants this folder, which its service makes at the start
        std::error_code error;
        std::filesystem::create_directories("/run/sshd", error);
    }
    writeConfig(-1);
    const QString folder = m_folder.path() + u'/';
    write(folder + QStringLiteral("sshd_config"),
          QStringLiteral("ListenAddress 127.0.0.1\nPort %1\nHostKey %2host\nPidFile none\n"
                         "AuthorizedKeysFile %2user.pub\nStrictModes no\nUsePAM no\n"
                         "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
                         "PermitRootLogin yes\n")
              .arg(m_port)
              .arg(folder)
              .toUtf8());
    m_server.setStandardErrorFile(folder + QStringLiteral("log"));
    m_server.start(sshd, {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                          folder + QStringLiteral("sshd_config")});
    const bool isUp =
        m_server.waitForStarted()
        && QTest::qWaitFor([this] { return m_server.state() == QProcess::NotRunning || listens(); },
                           30'000)
        && m_server.state() == QProcess::Running;
    if (!isUp) {
        m_fault = QStringLiteral("sshd does not start: ")
                  + QString::fromUtf8(read(folder + QStringLiteral("log")).trimmed());
    }
}

SshServer::~SshServer()
{
    m_server.kill();
    m_server.waitForFinished();
}

QByteArray SshServer::command() const
{
    return "ssh -F " + m_folder.filePath(QStringLiteral("config")).toUtf8();
}

void SshServer::cutAfter(qint64 bytes)
{
    writeConfig(bytes);
}

QString SshServer::device(const QString &name)
{
    return QStringLiteral("ssh:here=%1/%2")
        .arg(QString::fromStdString(program("nervure-cli").string()), name);
}

bool SshServer::makeKeys()
{
    for (const char *name : {"host", "user"}) {
        const QString file = m_folder.filePath(QString::fromLatin1(name));
        if (QProcess::execute(QStringLiteral("ssh-keygen"),
                              {QStringLiteral("-q"), QStringLiteral("-t"),
                               QStringLiteral("ed25519"), QStringLiteral("-N"), QString(),
                               QStringLiteral("-f"), file})
            != 0) {
            return false;
        }
    }
    const QByteArray key = read(m_folder.filePath(QStringLiteral("host.pub")));
    write(m_folder.filePath(QStringLiteral("known")),
          "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + key);
    return true;
}

void SshServer::writeConfig(qint64 cut)
{
    const QString port = QString::number(m_port);
    QString text = QStringLiteral("Host here\n    HostName 127.0.0.1\n    Port %1\n"
                                  "    IdentityFile %2/user\n    IdentitiesOnly yes\n"
                                  "    UserKnownHostsFile %2/known\n"
                                  "    GlobalKnownHostsFile none\n    StrictHostKeyChecking yes\n")
                       .arg(port, m_folder.path());
    if (cut >= 0) {
        text += QStringLiteral("    ProxyCommand bash -c 'exec 3<>/dev/tcp/127.0.0.1/%1; "
                               "exec 4<&0; cat <&4 >&3 & head -c %2 <&3; kill $!'\n")
                    .arg(port)
                    .arg(cut);
    }
    write(m_folder.filePath(QStringLiteral("config")), text.toUtf8());
}

bool SshServer::listens() const
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = loopback(m_port);
    const bool isUp =
        ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
    ::close(socket);
    return isUp;
}

} // namespace nervure::tests
