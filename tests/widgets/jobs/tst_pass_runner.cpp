// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/pass_runner.h"

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QSignalSpy>
#include <QTest>

using namespace nervure;

class TstPassRunner : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

    [[nodiscard]] DocumentContent sample(const char *name) const
    {
        const auto path = tests::sourceFolder() / "resources/samples" / name;
        auto model = openModel(path, m_builtins.formats, m_builtins.ops);
        if (!model) {
            return {};
        }
        return {std::move(model->graph), std::move(model->text), model->format->name, {}, {}};
    }

private Q_SLOTS:
    void theUsualPassesTellShapesTypesAndMemory()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("resnet18.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.runUsual();
        QVERIFY(passes.isRunning());
        QVERIFY(finished.wait());
        QVERIFY(!passes.isRunning());
        QCOMPARE(document.passSteps().size(), std::size_t{3});
        const Entry head = document.graph().heads().front();
        QVERIFY(document.factsOf(head).shape == (Shape{1, 1000}));
        QCOMPARE(document.factsOf(head).dtype, DType::Float32);
        QVERIFY(document.factsOf(head).storageId.has_value());
    }

    /// Weights that are folded or computed beforehand still are parameters, and a kernel computes what
    /// its operators did.
    void countsStayThroughACompilation()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("resnet18.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.runUsual();
        QVERIFY(finished.wait());
        const GraphTotals before = document.stage().totals.value_or(GraphTotals());
        QVERIFY(before.parameters && before.macs && before.activationBytes && before.plannedBytes);
        passes.run({{"Compile", {{"opt_level", "3"}}}});
        QVERIFY(finished.wait());
        const int steps = static_cast<int>(document.passSteps().size());
        QVERIFY(steps > 10);
        for (int step = 1; step <= steps; ++step) {
            document.setShownStep(step);
            const GraphTotals now = document.stage().totals.value_or(GraphTotals());
            QVERIFY(now.parameters && *now.parameters > *before.parameters * 99 / 100);
            QCOMPARE(now.macs.value_or(0), *before.macs);
            QVERIFY(now.plannedBytes && *now.plannedBytes < 2 * *before.plannedBytes);
        }
    }

    void whatAPassNeedsIsRunFirst()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.run({{"PlanMemory", {}}});
        QVERIFY(finished.wait());
        QVERIFY(document.passSteps().size() == 3);
        QVERIFY(document.passSteps().front().wasAdded);
        QVERIFY(!document.passSteps().back().wasAdded);
    }

    void anEditRunsThePassesAgain()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.runUsual();
        QVERIFY(finished.wait());
        const NodeId fc = *document.graph().findByName("fc1");
        QVERIFY(performEdit(document, EditKind::Set, {.nodes = {fc}, .key = "units", .text = "77"})
                    .ok());
        QVERIFY(!document.factsOf({fc}).shape.hasRank());
        QTRY_VERIFY(document.factsOf({fc}).shape.size() == 2);
        QCOMPARE(document.factsOf({fc}).shape[1], std::int64_t{77});
    }

    void onlyTheLatestOfQuickEditsArrives()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        passes.runUsual();
        const NodeId fc = *document.graph().findByName("fc1");
        for (int units = 10; units < 20; ++units) {
            QVERIFY(performEdit(document, EditKind::Set,
                                {.nodes = {fc}, .key = "units", .text = std::to_string(units)})
                        .ok());
        }
        QTRY_VERIFY(document.factsOf({fc}).shape.size() == 2);
        QCOMPARE(document.factsOf({fc}).shape[1], std::int64_t{19});
        QVERIFY(jobs.jobs().isEmpty());
    }

    void aRunThatFailsAtOnceLeavesTheStepsAndStandsBehindThem()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.run({{"Compile", {}}});
        QVERIFY(finished.wait());
        const std::size_t good = document.passSteps().size();
        QVERIFY(good > 5);
        const auto made = document.passSteps().back().graph;
        for (int i = 0; i < 2; ++i) { // what failed before goes
            passes.run({{"AlterOpLayout", {{"tabel", "x"}}}});
            QVERIFY(finished.wait());
            QCOMPARE(document.passSteps().size(), good + 1);
            const PassStep &failed = document.passSteps().back();
            QVERIFY(failed.failed && !document.passSteps()[good - 1].failed);
            QVERIFY(failureWords(failed).contains(QStringLiteral("no option 'tabel'")));
            QCOMPARE(document.stage().graph, made);
        }
        // An edit follows what was good.
        const NodeId fc = *document.graph().findByName("fc1");
        QVERIFY(document.apply({SetAttribute{fc, "units", "77", {}}}, QString()).ok());
        QVERIFY(finished.wait());
        QCOMPARE(document.passSteps().size(), good);
        passes.run({{"InferShape", {}}});
        QVERIFY(finished.wait());
        QCOMPARE(document.passSteps().size(), std::size_t{1});
    }

    void aRunThatFailsOnItsWayKeepsWhatItDid()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.run({{"InferShape", {}}, {"InferType", {}}, {"PlanMemory", {{"planer", "x"}}}});
        QVERIFY(finished.wait());
        QCOMPARE(document.passSteps().size(), std::size_t{3});
        QVERIFY(!document.passSteps()[1].failed && document.passSteps()[2].failed);
    }

    void aDeviceThatNobodyKnowsIsRefused()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker(QString::fromStdString(tests::program("nervure-cli").string()));
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.run({{"Compile", {{"target", "foo"}}}});
        QVERIFY(passes.isRunning());
        QVERIFY(finished.wait(30000));
        QVERIFY(document.passSteps().back().failed);
        QVERIFY(failureWords(document.passSteps().back()).contains(QStringLiteral("foo")));
        passes.run({{"Compile", {{"target", "opencl"}}}}); // asks nobody
        QVERIFY(finished.wait());
        QVERIFY(!document.passSteps().back().failed);
    }

    void aWorkerThatCannotStartIsTheReason()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker(QStringLiteral("/no/such/program"));
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        QSignalSpy finished(&passes, &PassRunner::finished);
        passes.run({{"Compile", {{"target", "0.0"}}}});
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(document.passSteps().back().failed);
        QVERIFY(!passes.isRunning());
    }

    void askingForADeviceCanBeStopped()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker(QStringLiteral("/bin/cat"));
        worker.setCommand(QStringLiteral("sleep 60"));
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        passes.run({{"Compile", {{"target", "0.0"}}}});
        QVERIFY(passes.isRunning());
        passes.cancel();
        QVERIFY(!passes.isRunning());
        QVERIFY(document.passSteps().empty());
    }

    void anotherModelStopsTheRun()
    {
        GraphDocument document(m_builtins);
        JobRunner jobs;
        WorkerProcess worker;
        PassRunner passes(document, jobs, worker);
        document.setContent(sample("mlp.json"));
        passes.runUsual();
        document.setContent(sample("resnet18.json"));
        QVERIFY(!passes.isRunning());
        QVERIFY(document.passSteps().empty());
    }
};

NERVURE_TEST(TstPassRunner)
#include "tst_pass_runner.moc"
