// SPDX-License-Identifier: Apache-2.0
#include "app/settings/log_file.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstLogFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void messagesAreWrittenWithTimeAndSeverity();
    void aFullFileIsKeptBesideTheNewOne();
    void aFolderThatCannotBeWrittenIsNoError();
};

namespace {

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void TstLogFile::messagesAreWrittenWithTimeAndSeverity()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("log/nervure.log"));
    {
        const LogFile log(path);
        QTest::ignoreMessage(QtWarningMsg, "the lamp is dim");
        qWarning("the lamp is dim");
    }
    const QString text = QString::fromUtf8(content(path));
    const QRegularExpression line(
        QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT.* warning .*: the lamp is dim"));
    QVERIFY2(line.match(text).hasMatch(), qPrintable(text));
}

void TstLogFile::aFullFileIsKeptBesideTheNewOne()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("nervure.log"));
    QFile full(path);
    QVERIFY(full.open(QIODevice::WriteOnly));
    full.write(QByteArray(LogFile::longest, 'x'));
    full.close();
    {
        const LogFile log(path);
        QTest::ignoreMessage(QtWarningMsg, "new");
        qWarning("new");
    }
    QCOMPARE(QFileInfo(path + QStringLiteral(".1")).size(), LogFile::longest);
    QVERIFY(content(path).contains(": new"));
    QVERIFY(QFileInfo(path).size() < 1000);
}

void TstLogFile::aFolderThatCannotBeWrittenIsNoError()
{
    const LogFile log(QStringLiteral("/proc/none/nervure.log"));
    QTest::ignoreMessage(QtWarningMsg, "still told");
    qWarning("still told");
}

NERVURE_TEST(TstLogFile)
#include "tst_log_file.moc"
