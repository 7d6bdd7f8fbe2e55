// SPDX-License-Identifier: Apache-2.0
#include "app/settings/recent_files.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace nervure {

namespace {

const QString recentKey = QStringLiteral("files/recent");

} // namespace

RecentFiles::RecentFiles(QSettings &store, QString pictureFolder, QObject *parent)
    : QObject(parent),
      m_store(store),
      m_pictureFolder(std::move(pictureFolder))
{}

QStringList RecentFiles::paths() const
{
    QStringList present;
    for (const QString &path : m_store.value(recentKey).toStringList()) {
        if (QFileInfo(path).isFile() && present.size() < limit) {
            present.append(path);
        }
    }
    return present;
}

void RecentFiles::add(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList list = paths();
    list.removeAll(absolute);
    list.prepend(absolute);
    m_store.setValue(recentKey, QStringList(list.mid(0, limit)));
    Q_EMIT changed();
}

void RecentFiles::clear()
{
    for (const QString &path : paths()) {
        QFile::remove(pictureFile(path));
    }
    m_store.remove(recentKey);
    Q_EMIT changed();
}

QImage RecentFiles::picture(const QString &path) const
{
    const QFileInfo picture(pictureFile(path));
    // Of a file that was written since, it would show another model.
    return picture.exists() && picture.lastModified() >= QFileInfo(path).lastModified()
               ? QImage(picture.filePath())
               : QImage();
}

void RecentFiles::setPicture(const QString &path, const QImage &picture)
{
    // A picture is a convenience: a full disk is no reason to disturb.
    if (QDir().mkpath(m_pictureFolder) && picture.save(pictureFile(path))) {
        Q_EMIT changed();
    }
}

QString RecentFiles::pictureFile(const QString &path) const
{
    const QByteArray key = QCryptographicHash::hash(QFileInfo(path).absoluteFilePath().toUtf8(),
                                                    QCryptographicHash::Sha256);
    return m_pictureFolder + QLatin1Char('/') + QString::fromLatin1(key.toHex().left(32))
           + QStringLiteral(".png");
}

} // namespace nervure
