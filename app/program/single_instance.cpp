// SPDX-License-Identifier: Apache-2.0
#include "app/program/single_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QLocalServer>
#include <QLocalSocket>

namespace nervure {

namespace {

constexpr int answerMs = 3000;
constexpr qint64 longestMessage = 1 << 20;
const QByteArray taken = QByteArrayLiteral("ok");

QByteArray packed(const QStringList &files)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << files;
    return bytes;
}

} // namespace

SingleInstance::SingleInstance(QString name, QObject *parent)
    : QObject(parent),
      m_name(std::move(name)),
      m_server(new QLocalServer(this))
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server, &QLocalServer::newConnection, this, &SingleInstance::receive);
}

QString SingleInstance::defaultName()
{
    const QByteArray key = QDir::homePath().toUtf8() + '\n' + qgetenv("DISPLAY") + '\n'
                           + qgetenv("WAYLAND_DISPLAY") + '\n' + qgetenv("XDG_SESSION_ID") + '\n'
                           + qgetenv("XDG_RUNTIME_DIR");
    const QByteArray hash = QCryptographicHash::hash(key, QCryptographicHash::Sha256).toHex();
    return QStringLiteral("nervure-") + QString::fromLatin1(hash.left(16));
}

bool SingleInstance::handOver(const QStringList &files)
{
    QLocalSocket socket;
    socket.connectToServer(m_name);
    if (!socket.waitForConnected(answerMs)) {
        return false;
    }
    QDataStream stream(&socket);
    stream << packed(files);
    // A process that listens but hangs does not keep the file from being opened.
    return socket.waitForBytesWritten(answerMs) && socket.waitForReadyRead(answerMs)
           && socket.readAll() == taken;
}

bool SingleInstance::listen()
{
    if (m_server->listen(m_name)) {
        return true;
    }
    QLocalServer::removeServer(m_name);
    return m_server->listen(m_name);
}

void SingleInstance::receive()
{
    while (QLocalSocket *socket = m_server->nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        const auto read = [this, socket] {
            if (socket->bytesAvailable() > longestMessage) {
                socket->abort();
                return;
            }
            QDataStream stream(socket);
            stream.startTransaction();
            QByteArray bytes;
            stream >> bytes;
            if (!stream.commitTransaction()) {
                return;
            }
            QStringList files;
            QDataStream content(bytes);
            content >> files;
            socket->write(taken);
            socket->flush();
            Q_EMIT filesReceived(files);
        };
        connect(socket, &QLocalSocket::readyRead, this, read);
        read();
    }
}

} // namespace nervure
