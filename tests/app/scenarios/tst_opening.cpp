// SPDX-License-Identifier: Apache-2.0
// How a large file opens: a new process, from the command line to the picture.
#include "core/builtins.h"
#include "core/support/process.h"
#include "tests/support/environment.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace nervure;
using namespace nervure::tests;

class TstOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopGoesOnWhileALargeFileOpens_data();
    void theEventLoopGoesOnWhileALargeFileOpens();
    void aLargeFileTakesItsShareOfMemory_data();
    void aLargeFileTakesItsShareOfMemory();
};

namespace {

/// What the window may keep its event loop from coming round, in ms.
constexpr double longestGap = 50;
constexpr int attempts = 5;
/// What the window's process may take at its peak, in bytes: an empty one, and for each node.
constexpr double bytesOfWindow = 90e6;
constexpr double bytesOfNode = 1.5e3;

/// Gives the number of nodes.
Result<std::size_t> writeModel(std::string_view family, const std::string &file)
{
    const Builtins builtins = makeBuiltins();
    const Result<Graph> graph = findGraphFamily(family)->make(builtins.ops, 100000);
    if (!graph) {
        return graph.error();
    }
    Diagnostics diagnostics;
    const Result<std::string> text = builtins.formats.find("nnvm")->write(
        *graph, {builtins.ops, Semantics::Exact, {}}, diagnostics);
    if (!text) {
        return text.error();
    }
    std::ofstream(file) << *text;
    return graph->nodeCount();
}

struct Opening {
    bool hasPicture = false;
    double gap = 1e9;
    double busy = 1e9;
    double peakBytes = 1e18;
    std::string output;
};

Opening openInNewProcess(const std::string &file, const std::string &home)
{
    // All of it is drawn.
    std::filesystem::create_directories(home + "/nervure");
    std::ofstream(home + "/nervure/nervure.ini") << "[view]\nopensFolded=false\n";
    ProcessOptions options;
    options.argv = {program("nervure_opening").string(), "--new-process", file};
    options.environment = {{"HOME", home},
                           {"XDG_CACHE_HOME", home},
                           {"XDG_CONFIG_HOME", home},
                           {"QT_QPA_PLATFORM", "offscreen"}};
    const Result<ProcessOutput> output =
        runProcess(options, {}, {std::chrono::seconds(60), nullptr});
    Opening opening;
    if (!output || !output->status.isSuccess()) {
        opening.output = output ? output->err : output.error().message;
        return opening;
    }
    opening.output = output->out;
    const QByteArrayList lines = QByteArray::fromStdString(output->out).trimmed().split('\n');
    const QJsonObject report = QJsonDocument::fromJson(lines.last()).object();
    opening.hasPicture =
        QJsonDocument::fromJson(lines.first()).object()[QLatin1String("picture")].toBool();
    opening.gap = report[QLatin1String("gap_ms")].toDouble(1e9);
    opening.busy = report[QLatin1String("busy_ms")].toDouble(1e9);
    opening.peakBytes = report[QLatin1String("peak_kib")].toDouble(1e15) * 1024;
    return opening;
}

} // namespace

void TstOpening::theEventLoopGoesOnWhileALargeFileOpens_data()
{
    QTest::addColumn<QString>("family");
    for (const GraphFamily &family : graphFamilies()) {
        const QString name = QString::fromUtf8(family.name.data());
        QTest::newRow(qPrintable(name)) << name;
    }
}

/// Holds when it holds once: nothing but the window's own work can keep all attempts from it. A
/// machine that always has other work to do is asked for processor time instead.
void TstOpening::theEventLoopGoesOnWhileALargeFileOpens()
{
#ifndef NDEBUG
    QSKIP("times are of release builds");
#endif
    QFETCH(QString, family);
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("model.json")).toStdString();
    const Result<std::size_t> written = writeModel(family.toStdString(), file);
    QVERIFY2(written.ok(), written.ok() ? "" : written.error().message.c_str());
    Opening best;
    for (int i = 0; i < attempts && best.gap > longestGap; ++i) {
        const Opening opening = openInNewProcess(file, folder.path().toStdString());
        QVERIFY2(opening.hasPicture, opening.output.c_str());
        best = opening.gap < best.gap ? opening : best;
    }
    QVERIFY2(best.gap <= longestGap || best.busy <= longestGap, best.output.c_str());
}

void TstOpening::aLargeFileTakesItsShareOfMemory_data()
{
    theEventLoopGoesOnWhileALargeFileOpens_data();
}

/// Holds when it holds once: what jobs hold at the same time depends on when a busy machine lets them
/// run.
void TstOpening::aLargeFileTakesItsShareOfMemory()
{
#ifndef NDEBUG
    QSKIP("sizes are of release builds");
#endif
    QFETCH(QString, family);
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("model.json")).toStdString();
    const Result<std::size_t> nodes = writeModel(family.toStdString(), file);
    QVERIFY2(nodes.ok(), nodes.ok() ? "" : nodes.error().message.c_str());
    const double bar = bytesOfWindow + bytesOfNode * static_cast<double>(*nodes);
    double peak = std::numeric_limits<double>::max();
    for (int i = 0; i < attempts && peak > bar; ++i) {
        const Opening opening = openInNewProcess(file, folder.path().toStdString());
        QVERIFY2(opening.hasPicture, opening.output.c_str());
        peak = std::min(peak, opening.peakBytes);
    }
    QVERIFY2(peak <= bar, qPrintable(QStringLiteral("%1 MB, expected at most %2 MB")
                                         .arg(peak / 1e6, 0, 'f', 1)
                                         .arg(bar / 1e6, 0, 'f', 1)));
}

NERVURE_TEST(TstOpening)
#include "tst_opening.moc"
