// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>

class QLocalServer;

namespace nervure {

/// One process a person and desktop session: the first one listens, later ones hand their files
/// over and end.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// `name` tells programs apart; tests use their own.
    explicit SingleInstance(QString name, QObject *parent = nullptr);

    /// The name for this person and session.
    [[nodiscard]] static QString defaultName();

    /// Gives the files (absolute paths; none: raise a window) to the process that listens. False
    /// if there is none.
    [[nodiscard]] bool handOver(const QStringList &files);

    /// Becomes the process that listens. A socket that a crash left behind is taken over.
    bool listen();

Q_SIGNALS:
    /// Another start of the program asks to show these files.
    void filesReceived(const QStringList &files);

private:
    void receive();

    QString m_name;
    QLocalServer *m_server;
};

} // namespace nervure
