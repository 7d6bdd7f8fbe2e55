// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

using namespace nervure::tests;

/// A damaged HDF5 file that makes libhdf5 go in circles costs seconds and one line, whoever reads it.
class TstHdf5Budget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFileThatGoesInCirclesIsOneLine_data();
    void aFileThatGoesInCirclesIsOneLine();
};

void TstHdf5Budget::aFileThatGoesInCirclesIsOneLine_data()
{
    NERVURE_NEED_FAULTS();
    QTest::addColumn<QStringList>("arguments");
    const QString file = faultFile("27-hdf5-hangs/loops.h5");
    QTest::newRow("info") << QStringList{s("info"), file};
    QTest::newRow("run") << QStringList{s("run"), file};
    QTest::newRow("edit") << QStringList{s("edit"),    file,    s("--rename"),
                                         s("dense=d"), s("-o"), s("OUT.h5")};
    QTest::newRow("render") << QStringList{s("render"), file, s("-o"), s("OUT.svg")};
    QTest::newRow("weights") << QStringList{s("weights"), file};
}

void TstHdf5Budget::aFileThatGoesInCirclesIsOneLine()
{
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    arguments.replaceInStrings(s("OUT"), folder.filePath(s("out")));
    QElapsedTimer time;
    time.start();
    const CliResult result = runCli(arguments);
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("libhdf5 cannot read the file"), result.err.constData());
    // Two seconds of processor time; the rest is for machines that do other things, too.
    QVERIFY2(time.elapsed() < 25'000, qPrintable(QString::number(time.elapsed())));
}

NERVURE_TEST(TstHdf5Budget)
#include "tst_hdf5_budget.moc"
