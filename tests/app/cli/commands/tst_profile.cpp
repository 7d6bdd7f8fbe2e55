// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace nervure::tests;

namespace {

/// relu(x) + x, with a shape.
const QByteArray profiledModel = R"({"nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]},
    {"op": "elemwise_add", "name": "z", "inputs": [[1, 0, 0], [0, 0, 0]]}],
    "arg_nodes": [0], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]]})";

QStringList profile(const QStringList &options)
{
    return QStringList{s("profile"), s("-"), s("--shape"), s("x=2,3"), s("--repeat"), s("3")}
           + options;
}

/// The trace of a real net on whatever device there is; measured once.
const QJsonObject &traceOfMlp()
{
    static const QJsonObject trace = [] {
        const QString file =
            QString::fromStdString((sourceFolder() / "resources/samples/mlp.json").string());
        const CliResult result =
            runCli({s("profile"), file, s("--repeat"), s("3"), s("--trace"), s("-")});
        return QJsonDocument::fromJson(result.out).object();
    }();
    return trace;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theDocumentHasEveryKey();
    void peopleGetTheSlowestLayerFirst();
    void aFileOnStandardOutputStaysInTheDocument();
    void filesAreWritten();
    void theTraceKeepsPerfettosRules();
    void perfettoReadsTheTrace();
    void devicesAndPipelinesThatAreNotThereAreWrongUsage();
    void anUnknownShapeIsTheInputsFault();
    void aRealNetworkIsExplainedByItsLayers();
    void aDeviceIsComparedWithItsRoofs();
    void fewRunsHaveNoInterval();
    void nodeDataTellsAFusedTimeOnce();
    void warmUpsAreAsManyAsWereAsked();
};

void TstProfile::theDocumentHasEveryKey()
{
    const CliResult result =
        runCli(profile({s("--device"), s("reference"), s("--json")}), profiledModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject json = result.json();
    for (const char *key : {"device",
                            "pipeline",
                            "mode",
                            "warmup",
                            "repeat",
                            "wall_ms",
                            "unprofiled_wall_ms",
                            "device_ms",
                            "prepare",
                            "layers",
                            "folded",
                            "diagnostics",
                            "ceilings",
                            "warmup_ms",
                            "unsettled_runs",
                            "drift",
                            "remainder",
                            "transfers",
                            "model",
                            "options",
                            "version",
                            "date"}) {
        QVERIFY2(json.contains(s(key)), key);
    }
    QCOMPARE(json.value(s("mode")).toString(), s("serialised"));
    QCOMPARE(json.value(s("repeat")).toInt(), 3);
    for (const char *key : {"median", "min", "p95"}) {
        QVERIFY2(json.value(s("wall_ms")).toObject().contains(s(key)), key);
    }
    const QJsonObject layer = json.value(s("layers")).toArray().first().toObject();
    for (const char *key : {"id", "node", "nodes", "op", "role", "kernels", "ms", "launch_ms",
                            "flops", "bytes", "macs", "gflops", "gbs", "verdict", "launches"}) {
        QVERIFY2(layer.contains(s(key)), key);
    }
    QCOMPARE(layer.value(s("nodes")).toArray(), QJsonArray({s("y"), s("z")}));
    QCOMPARE(json.value(s("folded")).toArray(), QJsonArray());
    for (const char *key : {"mean", "p90", "p99", "ci95", "outliers", "mad", "count"}) {
        QVERIFY2(layer.value(s("ms")).toObject().contains(s(key)), key);
    }
    // The reference has no roofs.
    QVERIFY(json.value(s("ceilings")).isNull());
    QCOMPARE(layer.value(s("verdict")).toObject().value(s("bound")).toString(), s("unknown"));
    const QJsonArray transfers = json.value(s("transfers")).toArray();
    QCOMPARE(transfers.size(), 2);
    QCOMPARE(transfers[0].toObject().value(s("direction")).toString(), s("upload"));
    QCOMPARE(transfers[1].toObject().value(s("direction")).toString(), s("read"));
}

void TstProfile::peopleGetTheSlowestLayerFirst()
{
    const CliResult result =
        runCli(profile({s("--device"), s("reference"), s("--pipeline"), s("none")}), profiledModel);
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.out.contains("share"));
    QVERIFY(result.out.contains("elemwise_add"));
    QVERIFY(result.out.contains("% of the wall time"));
}

void TstProfile::aFileOnStandardOutputStaysInTheDocument()
{
    const QStringList arguments = profile({s("--device"), s("reference"), s("--csv"), s("-")});
    const CliResult text = runCli(arguments, profiledModel);
    QVERIFY2(text.out.startsWith("id,node,"), text.out.constData());
    QVERIFY(!text.out.contains("operator"));
    const CliResult document = runCli(arguments + QStringList{s("--json")}, profiledModel);
    QVERIFY(document.json().value(s("csv")).toString().startsWith(s("id,node,")));
}

void TstProfile::filesAreWritten()
{
    QTemporaryDir folder;
    const QDir dir(folder.path());
    const CliResult result = runCli(
        profile({s("--device"), s("reference"), s("--trace"), dir.filePath(s("t.json")), s("--csv"),
                 dir.filePath(s("t.csv")), s("--dump-plan"), dir.filePath(s("p.json")),
                 s("--dump-kernels"), dir.filePath(s("kernels"))}),
        profiledModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject trace = QJsonDocument::fromJson(contents(dir.filePath(s("t.json")))).object();
    const QJsonArray events = trace.value(s("traceEvents")).toArray();
    QStringList slices;
    for (const QJsonValue &event : events) {
        if (event[s("ph")].toString() == s("X")) {
            slices.append(event[s("name")].toString());
        }
    }
    QCOMPARE(slices, QStringList({s("y"), s("x"), s("z"), s("run")}));
    QVERIFY(contents(dir.filePath(s("t.csv"))).startsWith("id,node,op,role,ms_median"));
    const QJsonObject plan = QJsonDocument::fromJson(contents(dir.filePath(s("p.json")))).object();
    QCOMPARE(plan.value(s("steps")).toArray().size(), 1);
    QCOMPARE(plan[s("memory")][s("bytes_by_kind")][s("input")].toInt(), 24);
    for (const char *key : {"kind", "bytes", "arena_offset", "first_step", "last_step"}) {
        QVERIFY2(plan[s("buffers")][0].toObject().contains(s(key)), key);
    }
    for (const char *key :
         {"inputs", "outputs", "scratch", "dependencies", "launches", "choices"}) {
        QVERIFY2(plan[s("steps")][0].toObject().contains(s(key)), key);
    }
    QVERIFY(QDir(dir.filePath(s("kernels"))).exists());
}

/// What Perfetto asks of a Chrome trace: slices of a track nest, waits begin and end, counters are numbers.
void TstProfile::theTraceKeepsPerfettosRules()
{
    const QJsonArray events = traceOfMlp().value(s("traceEvents")).toArray();
    QMap<QPair<int, int>, QList<QPair<double, double>>> tracks;
    QMap<int, int> openWaits;
    QSet<QPair<int, int>> named;
    for (const QJsonValue &event : events) {
        const QString phase = event[s("ph")].toString();
        const QPair<int, int> track(event[s("pid")].toInt(), event[s("tid")].toInt());
        const double at = event[s("ts")].toDouble();
        QVERIFY(!event[s("name")].toString().isEmpty() && at >= 0);
        if (phase == s("M")) {
            named.insert(track);
        } else if (phase == s("X")) {
            tracks[track].append({at, at + event[s("dur")].toDouble()});
        } else if (phase == s("C")) {
            QVERIFY(event[s("args")].toObject().begin().value().isDouble());
        } else {
            QVERIFY(phase == s("b") || phase == s("e"));
            openWaits[event[s("id")].toInt()] += phase == s("b") ? 1 : -1;
        }
    }
    QVERIFY(tracks.size() >= 3);
    for (auto track = tracks.begin(); track != tracks.end(); ++track) {
        QVERIFY(named.contains(track.key()));
        std::sort(track->begin(), track->end());
        for (qsizetype i = 1; i < track->size(); ++i) {
            // A thousandth of a microsecond: what writing decimals may round.
            QVERIFY(track->at(i).first >= track->at(i - 1).second - 1e-3);
        }
    }
    QVERIFY(std::all_of(openWaits.begin(), openWaits.end(), [](int open) { return open == 0; }));
}

void TstProfile::perfettoReadsTheTrace()
{
    const QString program = QStandardPaths::findExecutable(s("trace_processor_shell"));
    if (program.isEmpty()) {
        QSKIP("there is no trace_processor_shell");
    }
    QTemporaryDir folder;
    QFile file(folder.filePath(s("t.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(traceOfMlp()).toJson());
    file.close();
    QFile query(folder.filePath(s("q.sql")));
    QVERIFY(query.open(QIODevice::WriteOnly));
    query.write("select count(*) from slice where category = 'kernel' or name = 'run';");
    query.close();
    QProcess reader;
    reader.start(program, {s("-q"), query.fileName(), file.fileName()});
    QVERIFY(reader.waitForFinished(60000));
    QCOMPARE(reader.exitCode(), 0);
}

void TstProfile::devicesAndPipelinesThatAreNotThereAreWrongUsage()
{
    const CliResult pipeline = runCli(
        profile({s("--device"), s("reference"), s("--pipeline"), s("nnvm:9")}), profiledModel);
    QCOMPARE(pipeline.exitCode, 2);
    QVERIFY2(pipeline.err.contains("nnvm:3"), pipeline.err.constData());
    for (const char *level : {"nnvm", "nnvm:0", "nnvm:3"}) {
        const CliResult known = runCli(
            profile({s("--device"), s("reference"), s("--pipeline"), s(level)}), profiledModel);
        QVERIFY2(known.exitCode == 0, known.err.constData());
    }
    const CliResult mode = runCli(profile({s("--mode"), s("fast")}), profiledModel);
    NERVURE_VERIFY_EXIT(mode, 2, "--mode: fast not in");
}

void TstProfile::anUnknownShapeIsTheInputsFault()
{
    const CliResult result =
        runCli({s("profile"), s("-"), s("--device"), s("reference"), s("--json")}, profiledModel);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(!result.json().value(s("diagnostics")).toArray().isEmpty());
}

void TstProfile::aRealNetworkIsExplainedByItsLayers()
{
    const QByteArray devices = runCli({s("devices"), s("--json")}).out;
    NERVURE_NEED_OPENCL(devices.contains("\"0.0\""));
    const QString file =
        QString::fromStdString((sourceFolder() / "resources/samples/resnet18.json").string());
    const CliResult result =
        runCli({s("profile"), file, s("--device"), s("0.0"), s("--json"), s("--repeat"), s("5")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject json = result.json();
    double sum = 0;
    for (const QJsonValue &value : json.value(s("layers")).toArray()) {
        const QJsonObject layer = value.toObject();
        QVERIFY(layer.value(s("role")).toString() != s("host_fallback"));
        sum += layer.value(s("ms")).toObject().value(s("mean")).toDouble()
               + layer.value(s("launch_mean_ms")).toDouble();
    }
    // Means add up whatever else the machine does; medians do so only when it is quiet.
    const double wall = json.value(s("wall_ms")).toObject().value(s("mean")).toDouble();
    // A busy machine stops the program between two layers as well as in one.
    QVERIFY2(sum > 0.5 * wall, qPrintable(s("%1 of %2 ms").arg(sum).arg(wall)));
    QVERIFY(sum < 1.05 * wall);
    QVERIFY(std::abs(json.value(s("explained")).toDouble() - sum / wall) < 1e-6);
}

void TstProfile::aDeviceIsComparedWithItsRoofs()
{
    const QByteArray devices = runCli({s("devices"), s("--json")}).out;
    NERVURE_NEED_OPENCL(devices.contains("\"0.0\""));
    const CliResult result =
        runCli(profile({s("--device"), s("0.0"), s("--mode"), s("pipelined"), s("--json")}),
               profiledModel);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject json = result.json();
    const QJsonObject ceilings = json.value(s("ceilings")).toObject();
    QVERIFY(ceilings.value(s("copy_gbs")).toDouble() > 0);
    QVERIFY(ceilings.value(s("multiply_add_gflops")).toDouble() > 0);
    const QJsonObject layer = json.value(s("layers")).toArray().first().toObject();
    QVERIFY(layer.value(s("launch_ms")).isNull());
    QVERIFY(layer.value(s("gap_ms")).isDouble());
    const QJsonObject launch = layer.value(s("launches")).toArray().first().toObject();
    const QJsonObject last = launch.value(s("last")).toObject();
    double before = -1;
    for (const char *stage : {"queued", "submit", "start", "end"}) {
        QVERIFY2(last.value(s(stage)).toDouble() >= before, stage);
        before = last.value(s(stage)).toDouble();
    }
    QVERIFY(json.value(s("transfers")).toArray().size() == 2);
    // Twelve numbers: nothing but launching costs anything here, unless the machine is busy elsewhere. One
    // that never lets the device be measured gets no verdict.
    const auto boundOf = [](const QJsonObject &profiled) {
        const QJsonObject first = profiled.value(s("layers")).toArray().first().toObject();
        return first.value(s("verdict")).toObject().value(s("bound")).toString();
    };
    QJsonObject profiled = json;
    for (int again = 0; again < 5 && boundOf(profiled) != s("launch"); ++again) {
        profiled =
            runCli(profile({s("--device"), s("0.0"), s("--mode"), s("pipelined"), s("--json")}),
                   profiledModel)
                .json();
    }
    const bool isTrusted = profiled[s("ceilings")][s("trusted")].toBool();
    QCOMPARE(boundOf(profiled), isTrusted ? s("launch") : s("unknown"));
}

void TstProfile::fewRunsHaveNoInterval()
{
    const auto reference = [](const char *repeat) {
        return QStringList{s("profile"),  s("-"),         s("--shape"),  s("x=2,3"),
                           s("--device"), s("reference"), s("--repeat"), s(repeat)};
    };
    const CliResult one = runCli(reference("1"), profiledModel);
    QVERIFY2(!one.out.contains("sure"), one.out.constData());
    QVERIFY2(one.out.contains("of one run"), one.out.constData());
    for (const char *repeat : {"1", "4"}) {
        const QJsonObject few =
            runCli(reference(repeat) + QStringList{s("--json")}, profiledModel).json();
        QVERIFY(few[s("wall_ms")][s("ci95")].isNull());
        QVERIFY(few[s("layers")][0][s("ms")][s("ci95")].isNull());
    }
    const QJsonObject five =
        runCli(reference("5") + QStringList{s("--json")}, profiledModel).json();
    QCOMPARE(five[s("wall_ms")][s("ci95")].toArray().size(), 2);
    const CliResult text = runCli(reference("5"), profiledModel);
    QVERIFY2(text.out.contains("94 % sure within"), text.out.constData());
}

void TstProfile::nodeDataTellsAFusedTimeOnce()
{
    const QByteArray data =
        runCli(profile({s("--device"), s("reference"), s("--attachment"), s("-")}), profiledModel)
            .out;
    const QJsonArray metrics = QJsonDocument::fromJson(data)[s("metrics")].toArray();
    QCOMPARE(metrics.size(), 1);
    QCOMPARE(metrics[0][s("target")].toString(), s("y"));
}

void TstProfile::warmUpsAreAsManyAsWereAsked()
{
    const QStringList reference = profile({s("--device"), s("reference"), s("--json")});
    const QJsonObject none =
        runCli(reference + QStringList{s("--warmup"), s("0")}, profiledModel).json();
    QCOMPARE(none.value(s("warmup")).toInt(), 0);
    QCOMPARE(none.value(s("warmup_ms")).toArray().size(), 0);
    const QJsonObject five =
        runCli(reference + QStringList{s("--warmup"), s("5")}, profiledModel).json();
    QCOMPARE(five.value(s("warmup_ms")).toArray().size(), 5);
    const QJsonObject settling = runCli(reference, profiledModel).json();
    QVERIFY(settling.value(s("warmup")).toInt() >= 2);
    QVERIFY(settling.value(s("warmup")).toInt() <= 10);
}

NERVURE_TEST(TstProfile)
#include "tst_profile.moc"
