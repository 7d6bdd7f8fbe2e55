// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_shelf.h"

#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nervure;

/// Runs that are kept beside files that have no room for them.
class TstRunShelf : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const ProfileReport> report(double wallMs, std::size_t printed = 0)
    {
        ProfileReport made;
        made.device.name = "cpu-x";
        made.data.wallMs.median = wallMs;
        made.printed = std::string(printed, 'p');
        LayerProfile layer;
        layer.node = {NodeId{3}, "conv"};
        layer.ms.median = wallMs;
        made.data.layers.push_back(layer);
        return std::make_shared<const ProfileReport>(std::move(made));
    }
    static RunHistory historyOf(double wallMs)
    {
        RunHistory history;
        history.add(report(wallMs));
        return history;
    }

private Q_SLOTS:
    void runsComeBackForTheirFile()
    {
        const QTemporaryDir folder;
        const RunShelf shelf(folder.filePath(QStringLiteral("runs")).toStdString());
        QVERIFY(shelf.find("/m/a.onnx")->empty());
        QVERIFY(shelf.keep("/m/a.onnx", historyOf(2)));
        QVERIFY(shelf.keep("/m/b.onnx", historyOf(3)));
        const auto found = shelf.find("/m/a.onnx");
        QVERIFY(found);
        QCOMPARE(found->runs().size(), std::size_t{1});
        QCOMPARE(found->runs().front().report->data.wallMs.median, 2.0);
        QVERIFY(shelf.keep("/m/a.onnx", {})); // the last was removed
        QVERIFY(shelf.find("/m/a.onnx")->empty());
        QVERIFY(!std::filesystem::exists(shelf.placeOf("/m/a.onnx")));
        QCOMPARE(shelf.find("/m/b.onnx")->runs().size(), std::size_t{1});
    }

    void withoutAFolderNothingIsKept()
    {
        const RunShelf shelf{{}};
        QVERIFY(shelf.keep("/m/a.onnx", historyOf(2)));
        QVERIFY(shelf.find("/m/a.onnx")->empty());
    }

    void whatCannotBeReadIsTold()
    {
        const QTemporaryDir folder;
        const RunShelf shelf(folder.path().toStdString());
        std::ofstream(shelf.placeOf("/m/a.onnx")) << "{damaged";
        const auto found = shelf.find("/m/a.onnx");
        QVERIFY(!found);
        QCOMPARE(found.error().code, std::string("run-history"));
    }

    void tooLargeAHistoryLosesItsOldest()
    {
        const QTemporaryDir folder;
        const RunShelf shelf(folder.path().toStdString());
        RunHistory history;
        history.add(report(1, 5U << 20U), "named");
        for (int i = 2; i < 6; ++i) {
            history.add(report(i, 5U << 20U));
        }
        QVERIFY(shelf.keep("/m/a.onnx", history));
        QVERIFY(std::filesystem::file_size(shelf.placeOf("/m/a.onnx")) <= RunShelf::mostFileBytes);
        const auto found = shelf.find("/m/a.onnx");
        QVERIFY(found->runs().size() >= 2);
        QCOMPARE(found->runs().front().name, std::string("named"));
        QCOMPARE(found->runs().back().report->data.wallMs.median, 5.0);
    }

    void theFolderHasBounds()
    {
        const QTemporaryDir folder;
        const RunShelf shelf(folder.path().toStdString());
        const auto name = [](std::size_t i) { return "/m/" + std::to_string(i) + ".onnx"; };
        for (std::size_t i = 0; i < RunShelf::mostFiles + 4; ++i) {
            std::ofstream(shelf.placeOf(name(i))) << runHistoryText(historyOf(1));
        }
        QVERIFY(shelf.keep(name(RunShelf::mostFiles + 4), historyOf(1)));
        std::size_t count = 0;
        for ([[maybe_unused]] const auto &entry :
             std::filesystem::directory_iterator(folder.path().toStdString())) {
            ++count;
        }
        QCOMPARE(count, RunShelf::mostFiles);
        QVERIFY(!shelf.find(name(RunShelf::mostFiles + 4))->empty());
    }
};

NERVURE_TEST(TstRunShelf)
#include "tst_run_shelf.moc"
