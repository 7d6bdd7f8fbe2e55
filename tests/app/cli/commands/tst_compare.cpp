// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure::tests;

namespace {

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
const QByteArray comparedModel = R"({"nodes": [
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
    void differencesBeyondDriftAreNamed();
    void onlyLargeSlowdownsFailWhereThatIsAsked();
    void aGateThatCannotSeeIsInconclusive();
    void environmentsAreToldWhereTheyDiffer();
    void tooFewRunsTellNothing();
    void fusedAndUnfusedProfilesStandBesideEachOther();
    void severalResultsStandBesideTheFirst();
    void oneModelIsComparedOnSeveralDevices();
    void outputsOfRunsAreCompared();
    void resultsOfOtherModelsAreRefused();
    void modelsAreProfiledByTurns();
    void optionsAreForModels_data();
    void optionsAreForModels();
    void modelsThatFailSayWhy();
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
            profileOf({layer(s("conv"), {s("conv")}, 8, 0.1), layer(s("bn"), {s("bn")}, 4, 0.1),
                       layer(s("relu"), {s("relu")}, 2, 0.1), layer(s("new"), {s("new")}, 1, 0.1)},
                      12));
    const QJsonObject json = runCli({s("compare"), first, second, s("--json")}).json();
    const QJsonArray layers = json.value(s("layers")).toArray();
    QCOMPARE(layers.size(), 2);
    const QJsonObject row = layers[0].toObject();
    QCOMPARE(row.value(s("first")).toArray(), QJsonArray({s("conv")}));
    QCOMPARE(row.value(s("second")).toArray(), QJsonArray({s("conv"), s("bn"), s("relu")}));
    QCOMPARE(row.value(s("change_ms")).toDouble(), 9.0);
    QCOMPARE(row.value(s("verdict")).toString(), s("slower"));
    QCOMPARE(layers[1].toObject().value(s("first")).toArray(), QJsonArray());
    const CliResult text = runCli({s("compare"), first, second});
    QVERIFY2(text.out.contains("conv | conv + bn + relu"), text.out.constData());
    QVERIFY(text.out.contains("only in the second"));
}

void TstCompare::differencesBeyondDriftAreNamed()
{
    const QString first =
        put("a.json", profileOf({layer(s("a"), {s("a")}, 5, 0.2), layer(s("b"), {s("b")}, 5, 0.2),
                                 layer(s("c"), {s("c")}, 5, 0.2)},
                                20));
    // One process each drifts by 10 %: what is sure inside of each does not make 40 % a change.
    const QString second =
        put("b.json", profileOf({layer(s("a"), {s("a")}, 7, 0.2), layer(s("b"), {s("b")}, 12, 0.2),
                                 layer(s("c"), {s("c")}, 2, 0.2)},
                                21));
    const CliResult result = runCli({s("compare"), first, second, s("--json")});
    QCOMPARE(result.exitCode, 4);
    const QJsonObject json = result.json();
    QHash<QString, QString> verdicts;
    for (const QJsonValue &row : json.value(s("layers")).toArray()) {
        verdicts[row[s("first")][0].toString()] = row[s("verdict")].toString();
        const double least = row[s("least_effect")].toDouble();
        QVERIFY2(least > 0.4 && least < 1, qPrintable(QString::number(least)));
    }
    QCOMPARE(verdicts[s("a")], s("same within noise"));
    QCOMPARE(verdicts[s("b")], s("slower"));
    QCOMPARE(verdicts[s("c")], s("faster"));
    QCOMPARE(json[s("wall")][s("verdict")].toString(), s("same within noise"));
    QCOMPARE(json[s("verdict")].toString(), s("different"));
    QCOMPARE(json[s("rule")][s("comparisons")].toInt(), 5);
    QCOMPARE(json[s("layers")][0][s("first")][0].toString(), s("b"));

    const CliResult same = runCli({s("compare"), first, first});
    QCOMPARE(same.exitCode, 0);
    QVERIFY2(same.out.contains("the least change that is called one"), same.out.constData());
}

void TstCompare::onlyLargeSlowdownsFailWhereThatIsAsked()
{
    const QString first =
        put("f1.json",
            profileOf({layer(s("a"), {s("a")}, 5, 0.2), layer(s("b"), {s("b")}, 5, 0.2)}, 20));
    const QString second =
        put("f2.json",
            profileOf({layer(s("a"), {s("a")}, 12, 0.2), layer(s("b"), {s("b")}, 2, 0.2)}, 21));
    const QString junit = m_folder.filePath(s("fail.xml"));
    const QString markdown = m_folder.filePath(s("fail.md"));
    const CliResult fails = runCli({s("compare"), first, second, s("--fail-over"), s("5%"),
                                    s("--junit"), junit, s("--markdown"), markdown, s("--json")});
    QCOMPARE(fails.exitCode, 4);
    QCOMPARE(fails.json()[s("failed")].toBool(), true);
    QFile xml(junit);
    QVERIFY(xml.open(QIODevice::ReadOnly));
    const QByteArray cases = xml.readAll();
    QCOMPARE(cases.count("<failure"), 1); // b, which is faster, does not fail
    QFile table(markdown);
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray lines = table.readAll();
    QVERIFY2(lines.startsWith("| layer | first |"), lines.constData());
    QVERIFY2(lines.contains("| a | 5.000 | 12.000 | +140.0 % |"), lines.constData());
    // The other way round a is faster and b slower, by 150 %: below what is asked.
    QCOMPARE(runCli({s("compare"), second, first, s("--fail-over"), s("2")}).exitCode, 0);
    QCOMPARE(runCli({s("compare"), second, first, s("--fail-over"), s("1")}).exitCode, 4);
    const CliResult wrong = runCli({s("compare"), first, second, s("--fail-over"), s("much")});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.err.contains("expected a part as 5% or 0.05"), wrong.err.constData());
}

/// Of one process each, a change of a few percent could be drift.
void TstCompare::aGateThatCannotSeeIsInconclusive()
{
    const QString one = put("gate.json", profileOf({layer(s("a"), {s("a")}, 5, 0.1)}, 5));
    const QString junit = m_folder.filePath(s("gate.xml"));
    const CliResult blind = runCli(
        {s("compare"), one, one, s("--fail-over"), s("5%"), s("--junit"), junit, s("--json")});
    QCOMPARE(blind.exitCode, 5);
    QCOMPARE(blind.json()[s("gate")].toString(), s("inconclusive"));
    QVERIFY(!blind.json()[s("failed")].toBool());
    QFile xml(junit);
    QVERIFY(xml.open(QIODevice::ReadOnly));
    const QByteArray cases = xml.readAll();
    QCOMPARE(cases.count("<skipped message=\"inconclusive"), 3); // the layer, all layers, the run
    const CliResult told = runCli({s("compare"), one, one, s("--fail-over"), s("5%")});
    QVERIFY2(told.out.contains("would not have been seen"), told.out.constData());
    // Ten times as slow could not have been missed.
    const CliResult seen = runCli({s("compare"), one, one, s("--fail-over"), s("9"), s("--json")});
    QCOMPARE(seen.exitCode, 0);
    QCOMPARE(seen.json()[s("gate")].toString(), s("passed"));
}

void TstCompare::environmentsAreToldWhereTheyDiffer()
{
    QJsonObject one =
        profileOf({layer(s("a"), {s("a")}, 4, 0.1), layer(s("b"), {s("b")}, 1, 0.1)}, 20);
    one[s("machine")] = QJsonObject{{s("host"), s("h")}, {s("system"), s("Linux 6")}};
    one[s("version")] = s("0.1.0");
    QJsonObject other =
        profileOf({layer(s("a"), {s("a")}, 2, 0.1), layer(s("b"), {s("b")}, 2, 0.1)}, 20);
    other[s("machine")] = QJsonObject{{s("host"), s("h")}, {s("system"), s("Linux 5")}};
    const QString first = put("e1.json", one);
    const QString second = put("e2.json", other);
    const QJsonObject json = runCli({s("compare"), first, second, s("--json")}).json();
    const QJsonArray environment = json[s("environment")].toArray();
    QCOMPARE(environment.size(), 1); // a version that one of them does not tell is none
    QCOMPARE(environment[0][s("what")].toString(), s("system"));
    QCOMPARE(environment[0][s("second")].toString(), s("Linux 5"));
    // One layer takes half, the other twice: nothing on the whole.
    QVERIFY(qAbs(json[s("geometric_mean")].toDouble() - 1) < 1e-9);
    QVERIFY(runCli({s("compare"), first, second}).out.contains("system: Linux 6 | Linux 5"));
}

void TstCompare::tooFewRunsTellNothing()
{
    QJsonObject one = layer(s("a"), {s("a")}, 5, 0);
    one[s("ms")] = QJsonObject{{s("median"), 5}, {s("ci95"), QJsonValue()}};
    QJsonObject single = profileOf({one}, 20);
    single[s("wall_ms")] = QJsonObject{{s("median"), 20}};
    QJsonObject twice = single;
    twice[s("wall_ms")] = QJsonObject{{s("median"), 40}};
    const CliResult result = runCli({s("compare"), put("1.json", single), put("2.json", twice)});
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.out.contains("too few runs"), result.out.constData());
    QVERIFY(result.out.contains("not known"));
}

void TstCompare::fusedAndUnfusedProfilesStandBesideEachOther()
{
    const QStringList profile{s("profile"), s("-"),        s("--shape"),  s("x=2,3"),
                              s("--json"),  s("--device"), s("reference")};
    const QString fused = put("device.json", runCli(profile, comparedModel).out);
    const CliResult alone =
        runCli(profile + QStringList{s("--pipeline"), s("none")}, comparedModel);
    QCOMPARE(alone.json().value(s("layers")).toArray().size(), 2);
    const CliResult result =
        runCli({s("compare"), fused, put("none.json", alone.out), s("--json")});
    QVERIFY2(result.exitCode == 0 || result.exitCode == 4, result.err.constData());
    const QJsonArray layers = result.json().value(s("layers")).toArray();
    QCOMPARE(layers.size(), 1);
    QCOMPARE(layers[0][s("nodes")].toArray(), QJsonArray({s("y"), s("z")}));
}

void TstCompare::outputsOfRunsAreCompared()
{
    const QStringList run{s("run"),      s("-"),         s("--shape"), s("x=2,3"),
                          s("--device"), s("reference"), s("--json")};
    const QString first = put("run1.json", runCli(run, comparedModel).out);
    const QString saved = put(
        "run2.json",
        runCli(run + QStringList{s("--output"), m_folder.filePath(s("out"))}, comparedModel).out);
    const QString other =
        put("run3.json", runCli(run + QStringList{s("--seed"), s("5")}, comparedModel).out);
    const CliResult same = runCli({s("compare"), first, saved, s("--json")});
    QCOMPARE(same.exitCode, 0);
    QCOMPARE(same.json()[s("outputs")][0][s("name")].toString(), s("z"));
    QVERIFY(same.json()[s("outputs")][0][s("difference")].toDouble() < 1e-6);
    const CliResult far = runCli({s("compare"), first, other, s("--json")});
    QCOMPARE(far.exitCode, 4);
    QVERIFY(far.json()[s("outputs")][0][s("relative")].toDouble() > 0.01);
    QCOMPARE(runCli({s("compare"), first, other, s("--tolerance"), s("1e9")}).exitCode, 0);
}

void TstCompare::resultsOfOtherModelsAreRefused()
{
    const auto profile = [this](const char *name, const QByteArray &text, const char *shape) {
        return put(name, runCli({s("profile"), s("-"), s("--shape"), s(shape), s("--json"),
                                 s("--device"), s("reference"), s("--repeat"), s("5")},
                                text)
                             .out);
    };
    const QString first = profile("m1.json", comparedModel, "x=2,3");
    QByteArray changed = comparedModel;
    changed.replace("relu", "sigmoid");
    const CliResult other = runCli({s("compare"), first, profile("m2.json", changed, "x=2,3")});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.err.contains("different models"), other.err.constData());
    const CliResult larger =
        runCli({s("compare"), first, profile("m3.json", comparedModel, "x=2,4")});
    QCOMPARE(larger.exitCode, 1);
    QVERIFY2(larger.err.contains("inputs of different shapes"), larger.err.constData());
    // The layout of a file is no part of its model.
    QByteArray spaced = comparedModel;
    spaced.replace("[[0, 0, 0]]", "[[ 0,0,0 ]]");
    const CliResult same = runCli({s("compare"), first, profile("m4.json", spaced, "x=2,3")});
    QVERIFY2(same.exitCode == 0 || same.exitCode == 4, same.err.constData());
    const CliResult unknown = runCli(
        {s("compare"), first, put("old.json", profileOf({layer(s("z"), {s("z")}, 1, 1)}, 1))});
    QVERIFY2(unknown.err.contains("does not say of which model"), unknown.err.constData());
}

void TstCompare::modelsAreProfiledByTurns()
{
    // The same with a chain of forty sigmoids behind it.
    QByteArray nodes;
    for (int i = 0; i < 40; ++i) {
        nodes += QStringLiteral(R"(, {"op": "sigmoid", "name": "s%1", "inputs": [[%2, 0, 0]]})")
                     .arg(i)
                     .arg(i + 2)
                     .toUtf8();
    }
    QByteArray longer = comparedModel;
    longer.replace("[0, 0, 0]]}]", "[0, 0, 0]]}" + nodes + "]");
    longer.replace(R"("node_row_ptr": [0, 1, 2, 3], )", "");
    longer.replace(R"("heads": [[2,)", R"("heads": [[42,)");
    const QString first = put("short.json", comparedModel);
    const QStringList options{s("--shape"),     s("x=64,1024"), s("--device"), s("reference"),
                              s("--pipeline"),  s("none"),      s("--repeat"), s("5"),
                              s("--processes"), s("5"),         s("--json")};
    const CliResult result =
        runCli(QStringList{s("compare"), first, put("long.json", longer)} + options);
    QVERIFY2(result.exitCode == 4, result.err.constData());
    const QJsonObject json = result.json();
    QCOMPARE(json[s("processes")].toInt(), 5);
    QCOMPARE(json[s("rule")][s("drift")].toString(), s("measured"));
    QCOMPARE(json[s("wall")][s("verdict")].toString(), s("slower"));
    QCOMPARE(json[s("models")].toArray().size(), 2);
    QCOMPARE(json[s("layers")].toArray().size(), 42);

    const CliResult same = runCli(QStringList{s("compare"), first, first} + options);
    // One comparison in a hundred may err.
    const bool isDifferent = same.json()[s("verdict")].toString() == s("different");
    QCOMPARE(same.exitCode, isDifferent ? 4 : 0);
    QCOMPARE(same.json()[s("layers")].toArray().size(), 2);
}

void TstCompare::severalResultsStandBesideTheFirst()
{
    const auto result = [this](const char *name, double a, double b) {
        return put(
            name,
            profileOf({layer(s("a"), {s("a")}, a, 0.1), layer(s("b"), {s("b")}, b, 0.1)}, a + b));
    };
    const QStringList files{result("s1.json", 5, 5), result("s2.json", 5, 12),
                            result("s3.json", 2, 5)};
    const QString junit = m_folder.filePath(s("series.xml"));
    const CliResult found =
        runCli(QStringList{s("compare")} + files + QStringList{s("--json"), s("--junit"), junit});
    QCOMPARE(found.exitCode, 4);
    const QJsonObject json = found.json();
    QCOMPARE(json[s("runs")].toArray().size(), 3);
    const QJsonValue row = json[s("layers")][0];
    QCOMPARE(row[s("nodes")].toArray(), QJsonArray({s("b")}));
    QCOMPARE(row[s("runs")][0][s("ms")].toDouble(), 5.0);
    QCOMPARE(row[s("runs")][1][s("verdict")].toString(), s("slower"));
    QCOMPARE(row[s("runs")][2][s("verdict")].toString(), s("same within noise"));
    QFile cases(junit);
    QVERIFY(cases.open(QIODevice::ReadOnly));
    QVERIFY(cases.readAll().contains("b (2 beside 1)"));

    const CliResult text = runCli(QStringList{s("compare")} + files);
    QVERIFY2(text.out.contains("+140.0 % slower"), text.out.constData());
    QVERIFY2(text.err.contains("each beside the first")
                 || text.out.contains("each beside the first"),
             text.out.constData());
    // Only what is slower than the first fails.
    const auto gate = [&files](int last, const QString &part) {
        return runCli({s("compare"), files[0], files[2], files[last], s("--fail-over"), part})
            .exitCode;
    };
    QCOMPARE(gate(2, s("1")), 0);
    QCOMPARE(gate(1, s("1")), 4);
    // 5 % could be the drift of single processes.
    QCOMPARE(gate(2, s("5%")), 5);
}

void TstCompare::oneModelIsComparedOnSeveralDevices()
{
    const QString model = put("one.json", comparedModel);
    const QStringList options{s("--shape"),     s("x=8"),      s("--pipeline"),
                              s("none"),        s("--repeat"), s("5"),
                              s("--processes"), s("5"),        s("--json")};
    const CliResult result =
        runCli(QStringList{s("compare"), model, s("--device"), s("reference"), s("--device"),
                           s("reference"), s("--device"), s("reference")}
               + options);
    QVERIFY2(result.exitCode == 0 || result.exitCode == 4, result.err.constData());
    QCOMPARE(result.json()[s("runs")].toArray().size(), 3);
    QCOMPARE(result.json()[s("models")].toArray().size(), 3);
    NERVURE_VERIFY_EXIT(runCli({s("compare"), model, s("--device"), s("reference")}), 2,
                        "found one thing to compare");
}

void TstCompare::optionsAreForModels_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("results") << QStringList{s("--device"), s("reference")}
                             << QByteArray("--device is for models");
    QTest::newRow("too few processes")
        << QStringList{s("--processes"), s("4")} << QByteArray("Value 4 not in range 5 to 1000");
    QTest::newRow("negative tolerance")
        << QStringList{s("--tolerance"), s("-1")} << QByteArray("Value -1 not in range");
}

void TstCompare::optionsAreForModels()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, words);
    const QString good = put("good.json", profileOf({layer(s("a"), {s("a")}, 5, 0.2)}, 6));
    NERVURE_VERIFY_EXIT(runCli(QStringList{s("compare"), good, good} + options), 2, words);
    const QString file = put("model.json", comparedModel);
    const QStringList thrice{s("--device"), s("a"), s("--device"), s("b"), s("--device"), s("c")};
    NERVURE_VERIFY_EXIT(runCli(QStringList{s("compare"), file, file} + thrice), 2,
                        "--device is given 3 times");
}

void TstCompare::modelsThatFailSayWhy()
{
    const QString good = put("model.json", comparedModel);
    const QStringList options{s("--device"), s("reference")};
    // No shape is known.
    const CliResult unknown = runCli(QStringList{s("compare"), good, good} + options);
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY2(unknown.err.contains("give the shape of"), unknown.err.constData());
    const CliResult nowhere =
        runCli({s("compare"), good, good, s("--shape"), s("x=2"), s("--device"), s("9.9")});
    QVERIFY2(nowhere.exitCode == 2 || nowhere.exitCode == 3, nowhere.err.constData());
    const CliResult missing = runCli({s("compare"), good, m_folder.filePath(s("nothing.json"))});
    NERVURE_VERIFY_EXIT(missing, 1, "nothing.json: cannot open");
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

NERVURE_TEST(TstCompare)
#include "tst_compare.moc"
