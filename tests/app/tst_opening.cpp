// SPDX-License-Identifier: Apache-2.0
// How a large file opens: a new process, from the command line to the picture.
#include "core/builtins.h"
#include "core/support/process.h"
#include "tests/support/environment.h"
#include "tests/support/graph_families.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;
using namespace nervure::tests;

class TstOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopGoesOnWhileALargeFileOpens();
};

void TstOpening::theEventLoopGoesOnWhileALargeFileOpens()
{
#ifndef NDEBUG
    QSKIP("times are of release builds");
#endif
    const Builtins builtins = makeBuiltins();
    const Result<Graph> graph = findGraphFamily("transformer")->make(builtins.ops, 100000);
    QVERIFY(graph.ok());
    Diagnostics diagnostics;
    const Result<std::string> text = builtins.formats.find("nnvm")->write(
        *graph, {builtins.ops, Semantics::Exact, {}}, diagnostics);
    QVERIFY(text.ok());
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("model.json")).toStdString();
    std::ofstream(file) << *text;
    ProcessOptions options;
    options.argv = {program("nervure").string(), "--opening-report", file};
    const std::string home = folder.path().toStdString();
    options.environment = {{"HOME", home},
                           {"XDG_CACHE_HOME", home},
                           {"XDG_CONFIG_HOME", home},
                           {"QT_QPA_PLATFORM", "offscreen"}};
    const Result<ProcessOutput> output =
        runProcess(options, {}, {std::chrono::seconds(60), nullptr});
    QVERIFY2(output.ok(), output.ok() ? "" : output.error().message.c_str());
    QVERIFY2(output->status.isSuccess(), output->err.c_str());
    const QByteArrayList lines = QByteArray::fromStdString(output->out).trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype(2));
    QVERIFY(QJsonDocument::fromJson(lines[0]).object()[QLatin1String("picture")].toBool());
    const QJsonObject report = QJsonDocument::fromJson(lines[1]).object();
    const double busy = report[QLatin1String("busy_ms")].toDouble(1e9);
    // 50 ms on an idle machine; processor time grows by less than that where others work, too.
    QVERIFY2(busy <= 100, lines[1].constData());
}

QTEST_APPLESS_MAIN(TstOpening)
#include "tst_opening.moc"
