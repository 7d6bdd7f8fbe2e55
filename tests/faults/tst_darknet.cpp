// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/npy.h"
#include "core/support/file.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include <cmath>

using namespace nervure::tests;

/// Faults 14, 15, 16 and 39: Darknet as people use it.
class TstDarknet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void routesTakeAGroup();
    void activationsEndNoShapes();
    void editsKeepAllOtherLines();
    void valuesAreDarknets_data();
    void valuesAreDarknets();
    void weightsThatDoNotFit();
};

void TstDarknet::routesTakeAGroup()
{
    NERVURE_NEED_FAULTS();
    const CliResult run =
        runCli({s("find"), faultFile("14-darknet-route-groups/split.cfg"), s("is:operator")});
    QVERIFY2(run.out.contains("1×4×16×16") && run.err.isEmpty(), (run.out + run.err).constData());
    QCOMPARE(run.out.count("1×8×16×16"), 1);
}

void TstDarknet::activationsEndNoShapes()
{
    NERVURE_NEED_FAULTS();
    const CliResult known = runCli(
        {s("find"), faultFile("15-darknet-activation-stops-shapes/relu6.cfg"), s("is:operator")});
    QVERIFY2(known.out.contains("1×8×8×8") && known.err.isEmpty(), known.out.constData());
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("n.cfg"));
    QVERIFY(nervure::writeFile(file.toStdString(),
                               "[net]\nheight=4\nwidth=4\nchannels=1\n[convolutional]\nfilters=3\n"
                               "activation=unheard_of\n"));
    const CliResult run = runCli({s("find"), file, s("is:operator")});
    QVERIFY2(run.out.contains("1×3×4×4"), run.out.constData());
    QVERIFY2(run.err.contains("activation is 'unheard_of', which Darknet takes for relu"),
             run.err.constData());
}

void TstDarknet::editsKeepAllOtherLines()
{
    NERVURE_NEED_FAULTS();
    const QTemporaryDir folder;
    const QString out = folder.filePath(s("n.cfg"));
    const QString file = faultFile("16-darknet-save-rewrites/net.cfg");
    const CliResult run =
        runCli({s("edit"), file, s("--set"), s("convolutional_0.filters=16"), s("-o"), out});
    NERVURE_VERIFY_EXIT(run, 0, "");
    QVERIFY2(run.err.isEmpty(), run.err.constData());
    QString wanted = QString::fromStdString(*nervure::readFile(file.toStdString()));
    wanted.replace(wanted.indexOf(s("filters = 8")), 11, s("filters = 16"));
    QCOMPARE(QString::fromStdString(*nervure::readFile(out.toStdString())), wanted);
}

void TstDarknet::valuesAreDarknets_data()
{
    QTest::addColumn<QByteArray>("folder");
    QTest::newRow("classes") << QByteArray("39-darknet-coreml/darknet-detection-classes-0/");
    QTest::newRow("variance") << QByteArray("39-darknet-coreml/darknet-negative-variance/");
}

void TstDarknet::valuesAreDarknets()
{
    NERVURE_NEED_FAULTS();
    QFETCH(QByteArray, folder);
    const QString data = faultFile(folder + "data.npy");
    const CliResult run = runCli({s("run"), faultFile(folder + "model.cfg"), s("--device"),
                                  s("reference"), s("--input"), s("data=") + data, s("--json")});
    const auto wanted =
        nervure::readNpy(*nervure::readFile(faultFile(folder + "expected.npy").toStdString()));
    QVERIFY(wanted.ok());
    const QJsonArray outputs = run.json().value(s("outputs")).toArray();
    QVERIFY2(outputs.size() == 1, run.err.constData());
    const QJsonArray found = outputs[0].toObject().value(s("data")).toArray();
    QCOMPARE(found.size(), qsizetype(wanted->count()));
    for (qsizetype i = 0; i < found.size(); ++i) {
        const double right = double(wanted->elements<float>()[std::size_t(i)]);
        QVERIFY2(std::abs(found[i].toDouble() - right) < 1e-4, run.out.constData());
    }
}

/// Values are not computed from made-up weights where the file that holds them does not fit.
void TstDarknet::weightsThatDoNotFit()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(s("n.cfg"));
    QVERIFY(nervure::writeFile(file.toStdString(), "[net]\ninputs=2\n[connected]\n"));
    QVERIFY(
        nervure::writeFile(folder.filePath(s("n.weights")).toStdString(), std::string(24, '\0')));
    NERVURE_VERIFY_EXIT(runCli({s("run"), file}), 1, "the file ends in 'connected_0_weights'");
    NERVURE_VERIFY_EXIT(runCli({s("info"), file}), 0, "the file ends in 'connected_0_weights'");
}

NERVURE_TEST(TstDarknet)
#include "tst_darknet.moc"
