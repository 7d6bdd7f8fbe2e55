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
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// For how long the window may keep its event loop from coming round, in ms of processor time: what other
/// programs, or the host of a virtual machine, take meanwhile does not count.
constexpr double longestRound = 50;
constexpr int attempts = 8;
/// What the window's process may take at its peak, in bytes: an empty one, and for each node. An empty one takes
/// 75e6; the rest is for graphs that have more lines than nodes (random), which were 0.2 % below 96e6. Shapes that
/// tell an unknown rank from a scalar take 8 bytes more each, and there are a few of each value's.
constexpr double bytesOfWindow = 100e6;
constexpr double bytesOfNode = 1.55e3;

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
    double longestRound = 1e9;
    double peakBytes = 1e18;
    double mostBytes = 0; ///< what the peak may be
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
    opening.longestRound = report[QLatin1String("busy_ms")].toDouble(1e9);
    opening.peakBytes = report[QLatin1String("peak_kib")].toDouble(1e15) * 1024;
    return opening;
}

} // namespace

class TstOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopGoesOnWhileALargeFileOpens_data();
    void theEventLoopGoesOnWhileALargeFileOpens();
    void aLargeFileTakesItsShareOfMemory_data();
    void aLargeFileTakesItsShareOfMemory();

private:
    /// A family's model in a file, and its openings so far: both questions are asked of the same.
    struct Model {
        std::string file;
        std::size_t nodes = 0;
        std::vector<Opening> openings;
    };
    /// The openings of the row's family, up to one that `fits` or has no picture, or all attempts.
    const std::vector<Opening> &openUntil(const std::function<bool(const Opening &)> &fits);

    QTemporaryDir m_folder;
    std::map<QString, Model> m_models;
};

void TstOpening::theEventLoopGoesOnWhileALargeFileOpens_data()
{
    QTest::addColumn<QString>("family");
    for (const GraphFamily &family : graphFamilies()) {
        const QString name = QString::fromUtf8(family.name.data());
        QTest::newRow(qPrintable(name)) << name;
    }
}

const std::vector<Opening> &TstOpening::openUntil(const std::function<bool(const Opening &)> &fits)
{
    const QString family = QString::fromUtf8(QTest::currentDataTag());
    Model &model = m_models[family];
    const std::string home = m_folder.filePath(family).toStdString();
    if (model.file.empty()) {
        std::filesystem::create_directories(home);
        model.file = home + "/model.json";
        const Result<std::size_t> written = writeModel(family.toStdString(), model.file);
        if (!written) {
            model.openings.emplace_back().output = written.error().message;
            return model.openings;
        }
        model.nodes = *written;
    }
    while (model.openings.size() < attempts
           && std::none_of(model.openings.begin(), model.openings.end(), fits)) {
        model.openings.push_back(openInNewProcess(model.file, home));
        model.openings.back().mostBytes =
            bytesOfWindow + bytesOfNode * static_cast<double>(model.nodes);
        if (!model.openings.back().hasPicture) {
            break;
        }
    }
    return model.openings;
}

/// Holds when it holds once: nothing but the window's own work can keep all attempts from it.
void TstOpening::theEventLoopGoesOnWhileALargeFileOpens()
{
#ifndef NDEBUG
    QSKIP("times are of release builds");
#endif
    const auto comesRound = [](const Opening &o) { return o.longestRound <= longestRound; };
    const auto &openings = openUntil(comesRound);
    QVERIFY2(openings.back().hasPicture, openings.back().output.c_str());
    QVERIFY2(std::any_of(openings.begin(), openings.end(), comesRound),
             openings.back().output.c_str());
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
    const auto &openings = openUntil([](const Opening &o) { return o.peakBytes <= o.mostBytes; });
    QVERIFY2(openings.back().hasPicture, openings.back().output.c_str());
    const Opening &best =
        *std::min_element(openings.begin(), openings.end(), [](const Opening &a, const Opening &b) {
            return a.peakBytes < b.peakBytes;
        });
    QVERIFY2(best.peakBytes <= best.mostBytes,
             qPrintable(QStringLiteral("%1 MB, expected at most %2 MB")
                            .arg(best.peakBytes / 1e6, 0, 'f', 1)
                            .arg(best.mostBytes / 1e6, 0, 'f', 1)));
}

NERVURE_TEST(TstOpening)
#include "tst_opening.moc"
