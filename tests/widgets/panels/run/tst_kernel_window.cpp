// SPDX-License-Identifier: Apache-2.0
#include "core/support/file.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/cli.h"
#include "tests/support/test_class.h"
#include "tests/widgets/panels/run/run_panel_steps.h"

#include <QDialog>
#include <QDir>
#include <QJsonArray>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

using namespace nervure;
using namespace nervure::tests;

/// What the window shows of a layer's kernels on a real device is what the command line says: sources, work sizes,
/// memory, and what the compiler says.
class TstKernelWindow : public QObject, private RunPanelSteps {
    Q_OBJECT

    static constexpr int patienceMs = 60000;

    /// Runs the network and opens the kernels of a layer. False where there is no OpenCL device.
    static bool openKernels(PanelFixture &window, const QString &layer)
    {
        window.document.setContent({faultyNetwork(window.builtins.ops), {}, "nnvm", {}, {}});
        const auto hasDevices = [&window] {
            return !window.worker.devices().isEmpty() && !window.worker.isBusy();
        };
        if (window.show("run", {1000, 320}) == nullptr
            || !QTest::qWaitFor(hasDevices, patienceMs)) {
            return false;
        }
        ProfileOptions options = window.profiles.options();
        options.device = window.worker.devices().first().id;
        options.warmup = 0;
        options.repeat = 2;
        window.profiles.setOptions(options);
        QSignalSpy profiled(&window.document, &GraphDocument::profileChanged);
        clickRun(window);
        if (!profiled.wait(patienceMs)
            || !QTest::qWaitFor([&] { return layers(window).contains(layer); })) {
            return false;
        }
        chooseInMenu(window.child<QTreeView>("run-layers"),
                     static_cast<int>(layers(window).indexOf(layer)), "show-kernels");
        return window.child<QDialog>("kernel-window") != nullptr;
    }
    /// The layer alone, by a click.
    static LayerPeek peek(PanelFixture &window)
    {
        std::optional<LayerPeek> peeked;
        QObject receiver;
        connect(&window.profiles, &ProfileRunner::peeked, &receiver,
                [&peeked](const LayerPeek &found) { peeked = found; });
        QTest::mouseClick(window.child<QPushButton>("kernel-try"), Qt::LeftButton);
        return QTest::qWaitFor([&] { return peeked.has_value(); }, patienceMs) ? *peeked
                                                                               : LayerPeek();
    }
    static QString writeModel(const PanelFixture &window, const QTemporaryDir &folder)
    {
        Diagnostics ignored;
        const auto text = window.builtins.formats.find("nnvm")->write(
            window.document.graph(), {window.builtins.ops, Semantics::Exact, {}}, ignored);
        const QString file = folder.filePath(QStringLiteral("net.json"));
        return text.ok() && writeFile(file.toStdString(), *text).ok() ? file : QString();
    }
    static void compare(const LaunchTrial &here, const LaunchTrial &there)
    {
        QCOMPARE(here.kernel, there.kernel);
        QCOMPARE(here.global, there.global);
        QCOMPARE(here.sizes.size(), there.sizes.size());
        QCOMPARE(here.sizes.front().local, there.sizes.front().local); // as planned
        QCOMPARE(kernelFactsJson(here.facts).dump(), kernelFactsJson(there.facts).dump());
        QVERIFY(here.facts.isLogOwn);
    }
    /// What the profile told of a kernel at once, without another build.
    static void compare(const LayerKernel &here, const LaunchTrial &there)
    {
        QCOMPARE(here.facts.localBytes, there.facts.localBytes);
        QCOMPARE(here.facts.privateBytes, there.facts.privateBytes);
        QCOMPARE(here.facts.mostItems, there.facts.mostItems);
        QCOMPARE(here.local, there.sizes.front().local);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(anyWarning()); }

    void kernelsAreThoseOfTheCommandLine()
    {
        const CliResult devices = runCli({s("devices"), s("--json")});
        NERVURE_NEED_OPENCL(devices.json().value(s("devices")).toArray().size() > 1);
        PanelFixture window(QString::fromStdString(program("nervure-cli").string()));
        QVERIFY2(openKernels(window, s("fc")), qPrintable(window.profiles.failure()));
        const auto *log = window.child<QLabel>("kernel-log");
        QVERIFY2(log->text().startsWith(s("What the compiler says is asked when")),
                 qPrintable(log->text()));
        const LayerPeek here = peek(window);
        QVERIFY2(!here.trial.launches.empty(), qPrintable(window.profiles.failure()));
        const std::string &said = here.trial.launches.front().facts.log;
        QTRY_COMPARE(log->text(), said.empty() ? s("The compiler said nothing.")
                                               : s("The compiler says: %1").arg(s(said.c_str())));

        const QTemporaryDir folder;
        const QString file = writeModel(window, folder);
        const QStringList on{s("--device"), window.profiles.options().device, s("--repeat"),
                             s("2")};
        const CliResult told =
            runCli(QStringList{s("peek"), file, s(here.layer.c_str()), s("--json")} + on);
        QVERIFY2(told.exitCode == 0, told.err.constData());
        const LayerPeek there =
            layerPeekFrom(nlohmann::ordered_json::parse(told.out.toStdString()));
        QCOMPARE(here.trial.launches.size(), there.trial.launches.size());
        for (std::size_t i = 0; i < there.trial.launches.size(); ++i) {
            compare(here.trial.launches[i], there.trial.launches[i]);
        }
        const auto &profile = window.document.runs().shownReport()->data.layers;
        const auto layer = std::find_if(profile.begin(), profile.end(),
                                        [](const auto &one) { return one.node.name == "fc"; });
        QVERIFY(layer != profile.end());
        const auto kernels = window.document.runs().kernelsOf(layer->id);
        QCOMPARE(kernels.size(), there.trial.launches.size());
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            QCOMPARE(kernels[i].entry, there.trial.launches[i].kernel);
            compare(kernels[i], there.trial.launches[i]);
        }

        const QString dumped = folder.filePath(s("kernels"));
        const CliResult profiled =
            runCli(QStringList{s("profile"), file, s("--dump-kernels"), dumped, s("-q")} + on);
        QVERIFY2(profiled.exitCode == 0, profiled.err.constData());
        const QString source = window.child<QPlainTextEdit>("kernel-source")->toPlainText();
        const QFileInfoList files = QDir(dumped).entryInfoList(QDir::Files);
        QVERIFY(std::any_of(files.begin(), files.end(), [&source](const QFileInfo &one) {
            const auto text = readFile(one.filesystemFilePath(), std::uintmax_t{1} << 20);
            return text.ok() && QString::fromStdString(*text) == source;
        }));
    }
};

NERVURE_GUI_TEST(TstKernelWindow)
#include "tst_kernel_window.moc"
