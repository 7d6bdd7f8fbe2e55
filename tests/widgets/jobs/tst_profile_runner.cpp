// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"
#include "widgets/jobs/profile_runner.h"

#include "core/builtins.h"
#include "core/formats/tensors/npz.h"
#include "core/support/file.h"
#include "tests/support/environment.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace nervure;

namespace {

/// Who wrote the model's text.
std::atomic<std::thread::id> writer;

} // namespace

class TstProfileRunner : public QObject {
    Q_OBJECT

public:
    /// A document in a format that tells on which thread it is written.
    TstProfileRunner() : m_document(m_builtins)
    {
        FormatSpec format;
        format.name = "watched";
        format.write = [](const Graph &, const FormatContext &,
                          Diagnostics &) -> Result<std::string> {
            writer = std::this_thread::get_id();
            return std::string("text");
        };
        m_builtins.formats.add(std::move(format));
        DocumentContent content;
        content.formatName = "watched";
        m_document.setContent(std::move(content));
        const auto path = tests::sourceFolder() / "tests/widgets/jobs/fake_worker";
        m_worker.setCommand(
            QStringLiteral("bash \"%1\" well").arg(QString::fromStdString(path.string())));
    }

private Q_SLOTS:
    void init() { writer = std::thread::id(); }

    void theModelIsNotWrittenOnThisThread()
    {
        ProfileRunner runner(m_document, m_jobs, m_worker);
        QSignalSpy finished(&runner, &ProfileRunner::finished);
        runner.run();
        QVERIFY(runner.isRunning());
        QVERIFY(finished.wait());
        QVERIFY(!runner.isRunning());
        QVERIFY(writer.load() != std::thread::id());
        QVERIFY(writer.load() != std::this_thread::get_id());
        QVERIFY(m_document.profile() != nullptr);
    }

    /// The memory that the worker holds is known while it runs.
    void theWorkersMemoryIsCounted()
    {
        WorkerProcess slow;
        const auto path = tests::sourceFolder() / "tests/widgets/jobs/fake_worker";
        slow.setCommand(
            QStringLiteral("bash \"%1\" slow").arg(QString::fromStdString(path.string())));
        ProfileRunner runner(m_document, m_jobs, slow);
        QSignalSpy progressed(&runner, &ProfileRunner::progressChanged);
        runner.run();
        QVERIFY(!runner.memoryBytes());
        QTRY_VERIFY_WITH_TIMEOUT(runner.memoryBytes() == std::optional<quint64>(1000), 10'000);
        QVERIFY(progressed.count() > 0);
        runner.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!runner.isRunning(), 20'000);
    }

    /// The worker gets the values that lie beside the model; the run fails where they are gone.
    void parametersGoAlong()
    {
        const QTemporaryDir folder;
        DocumentContent content;
        content.formatName = "watched";
        Node weight;
        weight.name = "w";
        content.graph.add(std::move(weight));
        const QString file = content.parameterFile = folder.filePath(QStringLiteral("w.npz"));
        TensorMap tensors;
        tensors.insert_or_assign("w", *Tensor::zeros(DType::Float32, {3, 2}));
        QVERIFY(writeFile(file.toStdString(), *writeNpz(tensors)).ok());
        m_document.setContent(std::move(content));
        ProfileRunner runner(m_document, m_jobs, m_worker);
        QSignalSpy finished(&runner, &ProfileRunner::finished);
        runner.run();
        QVERIFY(finished.wait());
        QCOMPARE(m_document.profile()->device.name, std::string("cpu-x with parameters"));
        QVERIFY(QFile::remove(file));
        runner.run();
        QTRY_VERIFY(!runner.isRunning());
        QVERIFY2(runner.failure().contains(QStringLiteral("w.npz")), qPrintable(runner.failure()));
    }

    /// What Qt reads becomes what core reads; core says what is wrong with it.
    void picturesAreValuesOfInputs()
    {
        const QTemporaryDir folder;
        DocumentContent content;
        content.formatName = "watched";
        Node input;
        input.name = "x";
        content.graph.add(std::move(input));
        m_document.setContent(std::move(content));
        ProfileRunner runner(m_document, m_jobs, m_worker);
        const QString file = folder.filePath(QStringLiteral("cat.bmp"));
        QImage picture(2, 2, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QVERIFY(picture.save(file));
        const auto failureWith = [&](const QString &value) {
            ProfileOptions options = runner.options();
            options.inputs = {{QStringLiteral("x"), value}};
            runner.setOptions(options);
            runner.run();
            return QTest::qWaitFor([&] { return !runner.isRunning(); }) ? runner.failure()
                                                                        : QString();
        };
        const QString shapeless = failureWith(file + QStringLiteral("{scale=1}"));
        QVERIFY2(shapeless.contains(QStringLiteral("the shape of 'x' is not known")),
                 qPrintable(shapeless));
        const QString gone = failureWith(folder.filePath(QStringLiteral("dog.jpg")));
        QVERIFY2(gone.contains(QStringLiteral("dog.jpg")), qPrintable(gone));
    }

    void stoppingBeforeTheWorkerHasIt()
    {
        ProfileRunner runner(m_document, m_jobs, m_worker);
        runner.run();
        runner.stop();
        QVERIFY(!runner.isRunning());
        QVERIFY(!m_worker.isBusy());
        QCOMPARE(runner.failure(), QStringLiteral("The run was stopped."));
    }

private:
    Builtins m_builtins = makeBuiltins();
    GraphDocument m_document;
    JobRunner m_jobs;
    WorkerProcess m_worker;
};

NERVURE_TEST(TstProfileRunner)
#include "tst_profile_runner.moc"
