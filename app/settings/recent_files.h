// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QObject>
#include <QStringList>

class QSettings;

namespace nervure {

/// The files opened last, newest first, with a small picture each. At most nine; files that have
/// vanished drop out when the list is asked for.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int limit = 9;

    /// `store` must outlive this; pictures are kept in `pictureFolder`.
    RecentFiles(QSettings &store, QString pictureFolder, QObject *parent = nullptr);

    [[nodiscard]] QStringList paths() const;
    /// Puts the file in front.
    void add(const QString &path);
    void clear();

    /// The picture that was kept for the file as it is now; null if there is none.
    [[nodiscard]] QImage picture(const QString &path) const;
    void setPicture(const QString &path, const QImage &picture);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QString pictureFile(const QString &path) const;

    QSettings &m_store;
    QString m_pictureFolder;
};

} // namespace nervure
