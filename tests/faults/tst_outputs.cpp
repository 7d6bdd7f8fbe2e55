// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>

using namespace nervure::tests;

/// Fault 26: the outputs of a graph were not in its pictures.
class TstOutputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachOutputIsDrawn_data();
    void eachOutputIsDrawn();
    void theyCanBeLeftOut();

private:
    static QByteArray drawn(const QString &name, const QStringList &more = {})
    {
        const QTemporaryDir folder;
        const QString out = folder.filePath(name);
        const CliResult run = runCli(
            QStringList{s("render"), faultFile("26-outputs-not-drawn/net.onnx"), s("-o"), out}
            + more);
        QFile file(out);
        return run.exitCode == 0 && file.open(QIODevice::ReadOnly) ? file.readAll() : run.err;
    }
};

void TstOutputs::eachOutputIsDrawn_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("svg") << s("o.svg") << QByteArray(">") << QByteArray("</text>");
    QTest::newRow("dot") << s("o.dot") << QByteArray("label=\"") << QByteArray("\\n");
}

void TstOutputs::eachOutputIsDrawn()
{
    NERVURE_NEED_FAULTS();
    QFETCH(QString, name);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray picture = drawn(name);
    QVERIFY2(picture.contains(before + "scores" + after), picture.constData());
    QVERIFY2(picture.contains(before + "boxes" + after), picture.constData());
    QVERIFY2(picture.count("float32 2×3") == 2, picture.constData());
    // x is an input and an output: a pill of each.
    QCOMPARE(picture.count(before + "x" + after) + picture.count(before + "x\", "), 2);
}

void TstOutputs::theyCanBeLeftOut()
{
    NERVURE_NEED_FAULTS();
    const QByteArray picture = drawn(s("o.svg"), {s("--no-outputs")});
    QVERIFY(picture.contains("</svg>"));
    QVERIFY(!picture.contains("scores"));
}

NERVURE_TEST(TstOutputs)
#include "tst_outputs.moc"
