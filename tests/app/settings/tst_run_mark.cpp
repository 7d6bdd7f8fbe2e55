// SPDX-License-Identifier: Apache-2.0
#include "app/settings/run_mark.h"

#include "tests/support/test_class.h"

#include <QFile>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

class TstRunMark : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoEndsByItselfLeavesNone()
    {
        const QTemporaryDir folder;
        const QString place = folder.filePath(QStringLiteral("new"));
        {
            const RunMark mark(place);
            QVERIFY(!mark.wasLeft());
            const RunMark second(place); // of a second program at the same time
            QVERIFY(!second.wasLeft());
        }
        QVERIFY(!RunMark(place).wasLeft());
    }

    void thatOfAProgramThatIsGoneTells()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("running")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        constexpr int noProcess = 0x3FFFFFFF;
        file.write(QByteArray::number(noProcess) + "\nnervure\n"
                   + QSysInfo::machineHostName().toUtf8() + "\n" + QSysInfo::machineUniqueId()
                   + "\n" + QSysInfo::bootUniqueId() + "\n");
        file.close();
        {
            const RunMark mark(folder.path());
            QVERIFY(mark.wasLeft());
        }
        QVERIFY(!RunMark(folder.path()).wasLeft());
        QVERIFY(!RunMark({}).wasLeft());
    }
};

NERVURE_TEST(TstRunMark)
#include "tst_run_mark.moc"
