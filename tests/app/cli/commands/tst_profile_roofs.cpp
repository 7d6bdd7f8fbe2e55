// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace nervure::tests;

/// Whatever else this machine does meanwhile, no layer is said to do more than is possible.
class TstProfileRoofs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noLayerPassesItsRoof_data()
    {
        QTest::addColumn<QString>("file");
        const QDir samples(QString::fromStdString((sourceFolder() / "resources/samples").string()));
        for (const QString &name : samples.entryList({s("*.json")}, QDir::Files)) {
            if (!name.startsWith(u"lightnet")) {
                QTest::newRow(qPrintable(name)) << samples.filePath(name);
            }
        }
    }

    void noLayerPassesItsRoof()
    {
        QFETCH(QString, file);
        NERVURE_NEED_OPENCL(runCli({s("devices"), s("--json")}).out.contains("\"0.0\""));
        const CliResult result = runCli({s("profile"), file, s("--device"), s("0.0"), s("--json"),
                                         s("--repeat"), s("3"), s("--warmup"), s("1")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonObject json = result.json();
        const bool isTrusted = json[s("ceilings")][s("trusted")].toBool();
        int judged = 0;
        for (const QJsonValue &layer : json[s("layers")].toArray()) {
            const QJsonValue share = layer[s("verdict")][s("roof_share")];
            const QByteArray node = layer[s("node")].toString().toUtf8();
            judged += share.isDouble() ? 1 : 0;
            QVERIFY2(!share.isDouble() || share.toDouble() <= 1.05,
                     qPrintable(QStringLiteral("%1: %2").arg(s(node)).arg(share.toDouble())));
            QVERIFY2(isTrusted || share.isNull(), node.constData());
            checkCounts(layer.toObject());
        }
        QCOMPARE(judged > 0, isTrusted);
        if (!isTrusted) {
            QVERIFY2(result.json()[s("diagnostics")].toArray().size() > 0, "it says why");
        }
    }

private:
    /// Winograd's layers name both counts, others have one.
    static void checkCounts(const QJsonObject &layer)
    {
        bool isWinograd = false;
        for (const QJsonValue &kernel : layer[s("kernels")].toArray()) {
            isWinograd = isWinograd || kernel[s("algorithm")].toString().startsWith(u"winograd");
        }
        const double performed = layer[s("performed_flops")].toDouble();
        const double plain = layer[s("flops")].toDouble();
        QVERIFY(isWinograd ? performed < plain && performed > plain / 4 : performed == plain);
    }
};

NERVURE_TEST(TstProfileRoofs)
#include "tst_profile_roofs.moc"
