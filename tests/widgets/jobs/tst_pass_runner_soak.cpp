// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/oracles.h"
#include "tests/support/test_class.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace nervure;

/// Every pass on every sample and on random graphs, as the window runs them: whatever comes of it, each
/// step says things of its own graph alone, and a step that fails says why.
class TstPassRunnerSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPassOnEverySample();
    void everyPassOnRandomGraphs();

private:
    using Paths = std::vector<std::filesystem::path>;

    /// The graphs of a folder whose names start so, in the order of their names.
    [[nodiscard]] static Paths graphsOf(const std::filesystem::path &folder,
                                        std::string_view prefix);
    [[nodiscard]] DocumentContent open(const std::filesystem::path &path) const;
    /// The inputs that the oracle of a graph was made with; nothing for other graphs.
    [[nodiscard]] static InputFacts factsOf(const std::filesystem::path &path);
    /// A share of all pairs, so that each pass and each graph has its turn.
    void runPairs(const Paths &paths);
    void runOne(const std::filesystem::path &path, const PassSpec &pass);
    void checkStep(const PassStep &step) const;

    Builtins m_builtins = makeBuiltins();
    int m_failed = 0;
};

TstPassRunnerSoak::Paths TstPassRunnerSoak::graphsOf(const std::filesystem::path &folder,
                                                     std::string_view prefix)
{
    Paths paths;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(".json")) {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

DocumentContent TstPassRunnerSoak::open(const std::filesystem::path &path) const
{
    auto model = openModel(path, m_builtins.formats, m_builtins.ops);
    if (!model) {
        return {};
    }
    return {std::move(model->graph), std::move(model->text), model->format->name, {}, {}};
}

InputFacts TstPassRunnerSoak::factsOf(const std::filesystem::path &path)
{
    const auto oracle = path.parent_path().parent_path() / "oracle" / path.filename();
    InputFacts facts;
    std::error_code error;
    if (!std::filesystem::exists(oracle, error)) {
        return facts;
    }
    const QJsonDocument json =
        QJsonDocument::fromJson(QByteArray::fromStdString(tests::readFile(oracle)));
    const QJsonObject inputs = json[u"inputs"].toObject();
    for (auto it = inputs.begin(); it != inputs.end(); ++it) {
        Shape shape;
        const QJsonArray sizes = it.value()[u"shape"].toArray();
        for (const QJsonValue &size : sizes) {
            shape.push_back(size.toInteger());
        }
        const std::string name = it.key().toStdString();
        facts.shapes[name] = shape;
        facts.dtypes[name] =
            dtypeFromName(it.value()[u"dtype"].toString().toStdString()).value_or(DType::Float32);
    }
    return facts;
}

void TstPassRunnerSoak::checkStep(const PassStep &step) const
{
    QVERIFY(step.graph != nullptr);
    QVERIFY(!step.failed || hasErrors(step.diagnostics));
    if (!step.index) {
        return;
    }
    QCOMPARE(step.index->revision(), step.graph->revision());
    const auto isReadable = [&step](auto key) {
        return !step.analyses.contains(key.name) || step.analyses.find(key, step.index) != nullptr;
    };
    QVERIFY(isReadable(keys::shape) && isReadable(keys::dtype) && isReadable(keys::layout));
    QVERIFY(isReadable(keys::storageId) && isReadable(keys::storageInplaceIndex));
    QVERIFY(isReadable(keys::groupRoot) && isReadable(keys::fusedGroup));
    QVERIFY(isReadable(keys::device) && isReadable(keys::dltype));
}

void TstPassRunnerSoak::runOne(const std::filesystem::path &path, const PassSpec &pass)
{
    GraphDocument document(m_builtins);
    JobRunner jobs;
    WorkerProcess worker;
    PassRunner runner(document, jobs, worker);
    document.setContent(open(path));
    document.setInputFacts(factsOf(path));
    QVERIFY(document.graph().nodeCount() > 0);
    QSignalSpy finished(&runner, &PassRunner::finished);
    runner.run({{pass.name, {}}});
    QVERIFY(finished.wait(120000));
    QVERIFY(!document.passSteps().empty());
    for (const PassStep &step : document.passSteps()) {
        checkStep(step);
        m_failed += step.failed ? 1 : 0;
    }
    // What is shown can be asked about every value.
    for (int step = 0; step <= static_cast<int>(document.passSteps().size()); ++step) {
        document.setShownStep(step);
        const Graph &graph = *document.stage().graph;
        for (const NodeId id : graph.nodes()) {
            const EntryFacts facts = document.factsOf({id, 0, 0});
            QVERIFY(facts.storageId.value_or(0)
                    < static_cast<std::int64_t>(graph.nodeCount()) * 64);
        }
    }
}

void TstPassRunnerSoak::runPairs(const Paths &paths)
{
    const auto &passes = m_builtins.passes.all();
    const std::size_t all = paths.size() * passes.size();
    const std::size_t count = tests::soakCount(all);
    m_failed = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = i * all / count;
        const auto &path = paths[at % paths.size()];
        const PassSpec &pass = passes[(at / paths.size() + at % paths.size()) % passes.size()];
        runOne(path, pass);
        if (QTest::currentTestFailed()) {
            qWarning("failed: %s on %s", pass.name.c_str(), path.c_str());
            return;
        }
    }
    qInfo("%zu of %zu pairs of pass and graph, %d steps failed with a reason", count, all,
          m_failed);
}

void TstPassRunnerSoak::everyPassOnEverySample()
{
    const Paths paths = graphsOf(tests::sourceFolder() / "resources/samples", "");
    QVERIFY(!paths.empty());
    runPairs(paths);
    // The first that went wrong.
    for (const char *sample : {"resnet18.json", "mobilenet.json"}) {
        runOne(tests::sourceFolder() / "resources/samples" / sample,
               *m_builtins.passes.find("SimplifyInference"));
    }
}

void TstPassRunnerSoak::everyPassOnRandomGraphs()
{
    NERVURE_NEED_ORACLES();
    constexpr std::size_t most = 100;
    Paths paths = graphsOf(tests::oraclesFolder() / "nnvm/corpus", "rand_");
    QVERIFY(!paths.empty());
    paths.resize(std::min(paths.size(), most));
    runPairs(paths);
}

NERVURE_TEST(TstPassRunnerSoak)
#include "tst_pass_runner_soak.moc"
