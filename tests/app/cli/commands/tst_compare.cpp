// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

QJsonObject layer(const QString &node, const QStringList &nodes, double ms, double spread)
{
    return {{s("node"), node},
            {s("nodes"), QJsonArray::fromStringList(nodes)},
            {s("ms"),
             QJsonObject{{s("median"), ms}, {s("ci95"), QJsonArray{ms - spread, ms + spread}}}}};
}

QJsonObject profileOf(const QJsonArray &layers, double wall)
{
    return {{s("device"), s("D")},
            {s("pipeline"), s("device")},
            {s("mode"), s("serialised")},
            {s("wall_ms"),
             QJsonObject{{s("median"), wall}, {s("ci95"), QJsonArray{wall - 1, wall + 1}}}},
            {s("layers"), layers}};
}

/// relu(x) + x.
const QByteArray model = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]},
    {"op": "elemwise_add", "name": "z", "inputs": [[1, 0, 0], [0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

} // namespace

class TstCompare : public QObject {
    Q_OBJECT

private:
    QString put(const char *name, const QByteArray &text)
    {
        const QString path = m_folder.filePath(s(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write a test file");
        }
        return path;
    }
    QString put(const char *name, const QJsonObject &json)
    {
        return put(name, QJsonDocument(json).toJson());
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void layersAreMatchedByTheirNodes();
    void differencesBeyondNoiseAreNamed();
    void fusedAndUnfusedProfilesStandBesideEachOther();
    void outputsOfRunsAreCompared();
    void otherDocumentsAreRefused_data();
    void otherDocumentsAreRefused();
};

void TstCompare::layersAreMatchedByTheirNodes()
{
    QJsonObject fused = profileOf({layer(s("conv"), {s("conv"), s("relu")}, 5, 0.1)}, 10);
    fused[s("folded")] = QJsonArray{QJsonObject{{s("node"), s("bn")}, {s("into"), s("conv")}}};
    const QString first = put("fused.json", fused);
    const QString second =
        put("alone.json",
            profileOf({layer(s("conv"), {s("conv")}, 4, 0.1), layer(s("bn"), {s("bn")}, 2, 0.1),
                       layer(s("relu"), {s("relu")}, 1, 0.1), layer(s("new"), {s("new")}, 1, 0.1)},
                      12));
    const QJsonObject json = runCli({s("compare"), first, second, s("--json")}).json();
    const QJsonArray layers = json.value(s("layers")).toArray();
    QCOMPARE(layers.size(), 2);
    const QJsonObject row = layers[0].toObject();
    QCOMPARE(row.value(s("first")).toArray(), QJsonArray({s("conv")}));
    QCOMPARE(row.value(s("second")).toArray(), QJsonArray({s("conv"), s("bn"), s("relu")}));
    QCOMPARE(row.value(s("change_ms")).toDouble(), 2.0);
    QCOMPARE(row.value(s("verdict")).toString(), s("slower"));
    QCOMPARE(layers[1].toObject().value(s("first")).toArray(), QJsonArray());
    const CliResult text = runCli({s("compare"), first, second});
    QVERIFY2(text.out.contains("conv | conv + bn + relu"), text.out.constData());
    QVERIFY(text.out.contains("only in the second"));
}

void TstCompare::differencesBeyondNoiseAreNamed()
{
    const QString first =
        put("a.json", profileOf({layer(s("a"), {s("a")}, 5, 0.2), layer(s("b"), {s("b")}, 5, 0.2),
                                 layer(s("c"), {s("c")}, 5, 0.2)},
                                20));
    const QString second = put(
        "b.json", profileOf({layer(s("a"), {s("a")}, 5.2, 0.2), layer(s("b"), {s("b")}, 5.4, 0.2),
                             layer(s("c"), {s("c")}, 4, 0.2)},
                            18));
    const QJsonObject json = runCli({s("compare"), first, second, s("--json")}).json();
    QHash<QString, QString> verdicts;
    for (const QJsonValue &row : json.value(s("layers")).toArray()) {
        verdicts[row[s("first")][0].toString()] = row[s("verdict")].toString();
    }
    // The difference of two is less sure than each: 0.2 and 0.2 make 0.283.
    QCOMPARE(verdicts[s("a")], s("same within noise"));
    QCOMPARE(verdicts[s("b")], s("slower"));
    QCOMPARE(verdicts[s("c")], s("faster"));
    QCOMPARE(json[s("wall")][s("verdict")].toString(), s("faster"));
    QCOMPARE(json[s("layers")][0][s("first")][0].toString(), s("c"));
}

void TstCompare::fusedAndUnfusedProfilesStandBesideEachOther()
{
    const QStringList profile{s("profile"), s("-"),        s("--shape"),  s("x=2,3"),
                              s("--json"),  s("--device"), s("reference")};
    const QString fused = put("device.json", runCli(profile, model).out);
    const CliResult alone = runCli(profile + QStringList{s("--pipeline"), s("none")}, model);
    QCOMPARE(alone.json().value(s("layers")).toArray().size(), 2);
    const CliResult result =
        runCli({s("compare"), fused, put("none.json", alone.out), s("--json")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonArray layers = result.json().value(s("layers")).toArray();
    QCOMPARE(layers.size(), 1);
    QCOMPARE(layers[0][s("nodes")].toArray(), QJsonArray({s("y"), s("z")}));
}

void TstCompare::outputsOfRunsAreCompared()
{
    const QStringList run{s("run"),      s("-"),         s("--shape"), s("x=2,3"),
                          s("--device"), s("reference"), s("--json")};
    const QString first = put("run1.json", runCli(run, model).out);
    const QString saved =
        put("run2.json",
            runCli(run + QStringList{s("--output"), m_folder.filePath(s("out"))}, model).out);
    const QString other =
        put("run3.json", runCli(run + QStringList{s("--seed"), s("5")}, model).out);
    const QJsonObject same = runCli({s("compare"), first, saved, s("--json")}).json();
    QCOMPARE(same[s("outputs")][0][s("name")].toString(), s("z"));
    QVERIFY(same[s("outputs")][0][s("difference")].toDouble() < 1e-6);
    const QJsonObject far = runCli({s("compare"), first, other, s("--json")}).json();
    QVERIFY(far[s("outputs")][0][s("relative")].toDouble() > 0.01);
}

void TstCompare::otherDocumentsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("something else") << QByteArray("{\"a\": 1}");
    QTest::newRow("layers that are none") << QByteArray("{\"layers\": 3}");
}

void TstCompare::otherDocumentsAreRefused()
{
    QFETCH(QByteArray, text);
    const QString good = put("good.json", profileOf({layer(s("a"), {s("a")}, 5, 0.2)}, 6));
    const CliResult result = runCli({s("compare"), good, put("bad.json", text)});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("expected"), result.err.constData());
    QCOMPARE(runCli({s("compare"), good}).exitCode, 2);
}

QTEST_GUILESS_MAIN(TstCompare)
#include "tst_compare.moc"
