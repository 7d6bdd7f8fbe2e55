// SPDX-License-Identifier: Apache-2.0
#include "app/settings/recent_files.h"
#include "tests/support/test_class.h"

#include <QDateTime>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstRecentFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theNewestIsFirstAndOnlyOnce();
    void vanishedFilesDropOut();
    void atMostNineAreKept();
    void picturesComeBack();
    void aPictureOfWhatTheFileWasIsNone();

private:
    QString makeFile(const QString &name);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<RecentFiles> m_recent;
};

void TstRecentFiles::init()
{
    m_recent.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<QSettings>(m_folder->filePath(QStringLiteral("s.ini")),
                                          QSettings::IniFormat);
    m_recent = std::make_unique<RecentFiles>(*m_store, m_folder->filePath(QStringLiteral("p")));
}

QString TstRecentFiles::makeFile(const QString &name)
{
    QFile file(m_folder->filePath(name));
    [[maybe_unused]] const bool isOpen = file.open(QIODevice::WriteOnly);
    return file.fileName();
}

void TstRecentFiles::theNewestIsFirstAndOnlyOnce()
{
    const QString a = makeFile(QStringLiteral("a"));
    const QString b = makeFile(QStringLiteral("b"));
    QSignalSpy changed(m_recent.get(), &RecentFiles::changed);
    m_recent->add(a);
    m_recent->add(b);
    m_recent->add(a);
    QCOMPARE(m_recent->paths(), QStringList({a, b}));
    QCOMPARE(changed.count(), 3);
}

void TstRecentFiles::vanishedFilesDropOut()
{
    const QString a = makeFile(QStringLiteral("a"));
    const QString b = makeFile(QStringLiteral("b"));
    m_recent->add(a);
    m_recent->add(b);
    QVERIFY(QFile::remove(b));
    QCOMPARE(m_recent->paths(), QStringList({a}));
}

void TstRecentFiles::atMostNineAreKept()
{
    for (int i = 0; i < 12; ++i) {
        m_recent->add(makeFile(QString::number(i)));
    }
    QCOMPARE(m_recent->paths().size(), RecentFiles::limit);
    QVERIFY(m_recent->paths().first().endsWith(QStringLiteral("/11")));
}

void TstRecentFiles::picturesComeBack()
{
    const QString a = makeFile(QStringLiteral("a"));
    QVERIFY(m_recent->picture(a).isNull());
    QImage picture(8, 6, QImage::Format_RGB32);
    picture.fill(Qt::red);
    m_recent->setPicture(a, picture);
    QCOMPARE(m_recent->picture(a).size(), picture.size());
    m_recent->add(a);
    m_recent->clear();
    QVERIFY(m_recent->picture(a).isNull());
}

void TstRecentFiles::aPictureOfWhatTheFileWasIsNone()
{
    const QString path = makeFile(QStringLiteral("model.json"));
    QImage picture(8, 8, QImage::Format_RGB32);
    picture.fill(Qt::red);
    m_recent->setPicture(path, picture);
    QVERIFY(!m_recent->picture(path).isNull());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(60),
                             QFileDevice::FileModificationTime));
    file.close();
    QVERIFY(m_recent->picture(path).isNull());
}

NERVURE_TEST(TstRecentFiles)
#include "tst_recent_files.moc"
