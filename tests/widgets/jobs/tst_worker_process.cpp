// SPDX-License-Identifier: Apache-2.0
#include "widgets/jobs/worker_process.h"

#include "core/engine/worker_request.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <csignal>
#include <filesystem>

using namespace nervure;

class TstWorkerProcess : public QObject {
    Q_OBJECT

private:
    static QString fakeWorker(const char *way)
    {
        const auto path = tests::sourceFolder() / "tests/widgets/jobs/fake_worker";
        return QStringLiteral("bash \"%1\" %2")
            .arg(QString::fromStdString(path.string()), QString::fromLatin1(way));
    }

    static WorkerRequest profile(std::string model)
    {
        WorkerRequest request;
        request.command = "profile";
        request.model = std::move(model);
        return request;
    }

private Q_SLOTS:
    void devicesHaveLabelsForButtons()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("well"));
        QSignalSpy changed(&worker, &WorkerProcess::devicesChanged);
        QSignalSpy finished(&worker, &WorkerProcess::finished);
        worker.requestDevices();
        QVERIFY(worker.isBusy());
        QVERIFY(finished.wait());
        QCOMPARE(changed.count(), 1);
        QStringList labels;
        for (const WorkerDevice &device : worker.devices()) {
            labels.append(device.label);
        }
        QCOMPARE(labels, (QStringList{QStringLiteral("Reference"), QStringLiteral("PoCL"),
                                      QStringLiteral("Fast GPU")}));
        QVERIFY(!worker.isBusy());
    }

    void aRequestTellsProgressThenItsResult()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("well"));
        QSignalSpy progressed(&worker, &WorkerProcess::progressed);
        QSignalSpy finished(&worker, &WorkerProcess::finished);
        const quint64 id = worker.request(profile(std::string(100000, 'x')));
        QVERIFY(id != 0);
        QCOMPARE(worker.request(profile("x")), quint64{0});
        QVERIFY(finished.wait());
        QCOMPARE(progressed.count(), 1);
        QCOMPARE(progressed.first().at(2).toString(), QStringLiteral("measuring"));
        QCOMPARE(finished.first().at(0).toULongLong(), id);
        const auto result = finished.first().at(1).value<WorkerResult>();
        QVERIFY(result.document->contains("layers"));
    }

    void deathIsToldAndTheNextRequestHasANewWorker()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("die"));
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.request(profile("x"));
        QVERIFY(failed.wait());
        QVERIFY(failed.first().at(2).toBool());
        QVERIFY(!worker.isBusy());
        QSignalSpy finished(&worker, &WorkerProcess::finished);
        worker.requestDevices();
        QVERIFY(finished.wait());
        QCOMPARE(worker.devices().size(), 3);
    }

    void aWorkerKilledFromOutsideIsToldToo()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("hang"));
        QSignalSpy progressed(&worker, &WorkerProcess::progressed);
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.request(profile("x"));
        QVERIFY(progressed.wait());
        QVERIFY(worker.processId() > 0);
        QCOMPARE(::kill(static_cast<pid_t>(worker.processId()), SIGKILL), 0);
        QVERIFY(failed.wait());
        QVERIFY(failed.first().at(2).toBool());
    }

    void aWorkerThatDoesNotObeyIsKilled()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("hang"));
        QSignalSpy progressed(&worker, &WorkerProcess::progressed);
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.request(profile("x"));
        QVERIFY(progressed.wait());
        worker.cancel();
        QVERIFY(failed.wait(20'000));
        QVERIFY(!failed.first().at(2).toBool());
        QVERIFY(!worker.isBusy());
    }

    void aWorkerThatWorksIsWaitedFor()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("slow"));
        QSignalSpy progressed(&worker, &WorkerProcess::progressed);
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        QSignalSpy finished(&worker, &WorkerProcess::finished);
        QSignalSpy lived(&worker, &WorkerProcess::lived);
        const quint64 request = worker.request(profile("x"));
        QVERIFY(progressed.wait());
        worker.cancel();
        QVERIFY(finished.wait(20'000)); // eight seconds: what was measured until it was stopped
        QCOMPARE(failed.count(), 0);
        QCOMPARE(worker.beat()->peakBytes, std::uint64_t{2000});
        QVERIFY(lived.count() > 1);
        QCOMPARE(lived.first().first().toULongLong(), request);
    }

    void aWorkerThatLivesAndDoesNothingIsKilled()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("stuck"));
        QSignalSpy progressed(&worker, &WorkerProcess::progressed);
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.request(profile("x"));
        QVERIFY(progressed.wait());
        worker.cancel();
        QVERIFY(failed.wait(20'000));
        QVERIFY(!failed.first().at(2).toBool());
    }

    void whoeverAsksTwiceDoesNotWait()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("slow"));
        QSignalSpy progressed(&worker, &WorkerProcess::progressed);
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.request(profile("x"));
        QVERIFY(progressed.wait());
        worker.cancel();
        worker.cancel(); // a double click
        QVERIFY(!failed.wait(1500));
        worker.cancel();
        QVERIFY(failed.wait(2000));
        QVERIFY(!failed.first().at(2).toBool());
    }

    void aKernelThatHangsIsEndedAndTheDeviceComesBack()
    {
        QFile icd(QStringLiteral("/etc/OpenCL/vendors/pocl.icd"));
        const auto faults = tests::program("tests/libnervure_faults.so");
        NERVURE_NEED_OPENCL(icd.open(QIODevice::ReadOnly) && std::filesystem::exists(faults));
        const QTemporaryDir folder;
        const QString marked = folder.filePath(QStringLiteral("met"));
        QFile vendor(folder.filePath(QStringLiteral("faults.icd")));
        QVERIFY(vendor.open(QIODevice::WriteOnly));
        vendor.write(faults.string().c_str());
        vendor.close();
        qputenv("OCL_ICD_VENDORS", folder.path().toUtf8());
        qputenv("NERVURE_FAULT_DRIVER", icd.readAll().trimmed());
        qputenv("NERVURE_FAULT_MARK", marked.toUtf8());
        qputenv("NERVURE_FAULT", "hang");
        WorkerProcess worker(QString::fromStdString(tests::program("nervure-cli").string()));
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        QSignalSpy finished(&worker, &WorkerProcess::finished);
        const std::string model = R"({"nodes": [{"op": "null", "name": "x", "inputs": []},
            {"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}], "arg_nodes": [0],
            "node_row_ptr": [0, 1, 2], "heads": [[1, 0, 0]]})";
        WorkerRequest request = profile(model);
        request.execution.device = "0.0";
        request.execution.facts.shapes["x"] = {2, 3};
        worker.request(request);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(marked), 60'000);
        worker.cancel();
        QVERIFY(failed.wait(20'000));
        qunsetenv("NERVURE_FAULT");
        worker.request(request);
        QVERIFY(finished.wait(60'000));
        QCOMPARE(failed.count(), 1);
        for (const char *name : {"OCL_ICD_VENDORS", "NERVURE_FAULT_DRIVER", "NERVURE_FAULT_MARK"}) {
            qunsetenv(name);
        }
    }

    void anErrorIsPassedOn()
    {
        WorkerProcess worker;
        worker.setCommand(fakeWorker("fail"));
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.request(profile("x"));
        QVERIFY(failed.wait());
        QCOMPARE(failed.first().at(1).toString(), QStringLiteral("the device is gone"));
        QVERIFY(!failed.first().at(2).toBool());
    }

    void aProgramThatIsNotThereIsToldByName()
    {
        WorkerProcess worker(QStringLiteral("/no/such/nervure-cli"));
        QSignalSpy failed(&worker, &WorkerProcess::failed);
        worker.requestDevices();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.first().at(1).toString().contains(QStringLiteral("/no/such/nervure-cli")));
        QVERIFY(!worker.isBusy());
    }
};

NERVURE_TEST(TstWorkerProcess)
#include "tst_worker_process.moc"
