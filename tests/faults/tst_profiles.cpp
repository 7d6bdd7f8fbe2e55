// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace nervure::tests;

/// Fault 18: an imported profile of ONNX Runtime lost times, and counted others twice. Fault 24: find and canvas did
/// not agree on the category of softmax.
class TstProfiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachNodeHasItsTimeOnce();
    void softmaxHasOneCategory();
};

void TstProfiles::eachNodeHasItsTimeOnce()
{
    NERVURE_NEED_FAULTS();
    const QTemporaryDir folder;
    const QString project = folder.filePath(s("p.nervure"));
    const QString kept = folder.filePath(s("q.nervure"));
    const CliResult made = runCli({s("edit"), faultFile("18-ort-profile-attribution/net.onnx"),
                                   s("--graph-note"), s("x"), s("-o"), project});
    QVERIFY2(made.exitCode == 0, made.err.constData());
    const CliResult added =
        runCli({s("runs"), project, s("--add"),
                faultFile("18-ort-profile-attribution/ort-profile.json"), s("-o"), kept});
    QVERIFY2(added.exitCode == 0, added.err.constData());
    const CliResult run = runCli({s("runs"), kept, s("--export"), s("1")});
    const QJsonObject profile = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(profile[u"device_ms"].toDouble(), 0.063);
    QMap<QString, double> times;
    for (const QJsonValue layer : profile[u"layers"].toArray()) {
        times[layer[u"node"].toString()] = layer[u"ms"][u"median"].toDouble();
    }
    QCOMPARE(times, (QMap<QString, double>{
                        {s("a"), 0.015}, {s("b"), 0.008}, {s("named"), 0.011}, {s("iff"), 0.029}}));
}

void TstProfiles::softmaxHasOneCategory()
{
    NERVURE_NEED_FAULTS();
    const QString model = faultFile("24-softmax-colour/net.onnx");
    const CliResult found = runCli({s("find"), model, s("category:reduction")});
    QVERIFY2(found.out.contains("soft"), found.out.constData());
    const CliResult other = runCli({s("find"), model, s("category:activation")});
    QVERIFY2(!other.out.contains("soft"), other.out.constData());
}

NERVURE_TEST(TstProfiles)
#include "tst_profiles.moc"
