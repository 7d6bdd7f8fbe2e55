// SPDX-License-Identifier: Apache-2.0
#include "app/manual_pictures/pictures.h"

#include "app/actions/action_set.h"
#include "app/commands/canvas_commands.h"
#include "app/files/document_session.h"
#include "app/files/file_commands.h"
#include "app/window/main_window.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/panels/run/kernel_window.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace nervure {

namespace {

using namespace std::chrono_literals;

/// So long nothing is under way any more.
constexpr auto quiet = 600ms;
/// A run on a slow machine is over by then.
constexpr auto patience = 120s;
/// The step of Compile that replaces what inference does not need.
constexpr int simplified = 11;

void letEventsPass()
{
    constexpr auto round = 20ms;
    QEventLoop loop;
    QTimer::singleShot(round, &loop, &QEventLoop::quit);
    loop.exec();
}

bool isBusy(const MainWindow &window)
{
    const DocumentSession &session = window.session();
    return !session.jobs.jobs().isEmpty() || session.passes.isRunning()
           || session.profiles.isRunning() || session.proofs.isRunning() || session.worker.isBusy();
}

/// The node of that name; the model has it.
NodeId nodeNamed(const MainWindow &window, std::string_view name)
{
    NodeId found;
    for (const NodeId id : window.session().document.graph().nodes()) {
        if (window.session().document.graph().node(id).name == name) {
            found = id;
        }
    }
    return found;
}

void goTo(MainWindow &window, std::string_view name)
{
    window.session().selection.jumpTo(nodeNamed(window, name));
}

QPixmap takeWindow(MainWindow &window)
{
    return waitUntilQuiet(window) ? window.grab() : QPixmap();
}

QPixmap takePanel(MainWindow &window, const QString &panel)
{
    window.docks().raise(panel);
    return waitUntilQuiet(window) ? window.docks().panel(panel)->grab() : QPixmap();
}

QPixmap wholeWindow(MainWindow &window)
{
    goTo(window, "stage1_unit1_conv1");
    return takeWindow(window);
}

QPixmap groups(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("group-scopes"));
    if (!waitUntilQuiet(window)) {
        return {};
    }
    window.view().fit();
    return waitUntilQuiet(window) ? window.view().grab() : QPixmap();
}

bool setAttribute(MainWindow &window, const char *node, const char *key, const char *value)
{
    const EditArguments set{.nodes = {nodeNamed(window, node)}, .key = key, .text = value};
    return performEdit(window.session().document, EditKind::Set, set).ok();
}

/// So many channels fit no other branch of the block.
QPixmap mistake(MainWindow &window)
{
    if (!setAttribute(window, "stage1_unit1_conv2", "channels", "96")) {
        return {};
    }
    goTo(window, "stage1_unit1_conv2");
    window.docks().raise(QStringLiteral("diagnostics"));
    return takeWindow(window);
}

QPixmap passes(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-passes"));
    window.session().passes.run(
        {{"InferShape", {}}, {"SimplifyInference", {}}, {"FoldScaleAxis", {}}});
    return waitUntilQuiet(window) ? takeWindow(window) : QPixmap();
}

/// A batch norm beside what a compiler made of it.
QPixmap sideBySide(MainWindow &window)
{
    window.session().passes.run({{"Compile", {{"opt_level", "3"}}}});
    if (!waitUntilQuiet(window)) {
        return {};
    }
    window.session().document.setShownStep(simplified);
    window.actions().trigger(QStringLiteral("side-by-side"));
    if (!waitUntilQuiet(window)) {
        return {};
    }
    GraphView &before = *window.panes().otherView();
    const NodeId norm = nodeNamed(window, "stage1_unit1_bn2");
    before.jumpTo(before.scene()->graph().find(norm).value());
    return waitUntilQuiet(window) ? window.centralWidget()->grab() : QPixmap();
}

/// Passes whose steps were proved, with the node of one value selected.
bool proved(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-passes"));
    window.session().passes.run(
        {{"InferShape", {}}, {"SimplifyInference", {}}, {"FoldScaleAxis", {}}});
    if (!waitUntilQuiet(window)) {
        return false;
    }
    window.actions().trigger(QStringLiteral("prove-all"));
    if (!waitUntilQuiet(window)) {
        return false;
    }
    const IndexedGraph *graph = window.session().document.analyzedIndex().get();
    for (std::uint32_t i = 0; graph != nullptr && i < graph->nodeCount(); ++i) {
        if (graph->node(i).node->name == "stage1_unit1_conv1") {
            window.session().selection.jumpTo(graph->node(i).source);
        }
    }
    return waitUntilQuiet(window);
}

QPixmap proof(MainWindow &window)
{
    return proved(window) ? takeWindow(window) : QPixmap();
}

/// The model with an edit that no file holds, beside its own file.
QPixmap valuesCompared(MainWindow &window)
{
    if (!setAttribute(window, "stage2_unit1_bn1", "epsilon", "0.01") || !waitUntilQuiet(window)) {
        return {};
    }
    Q_EMIT window.files().comparedFileChosen(window.session().document.path(), true);
    return waitUntilQuiet(window) ? takeWindow(window) : QPixmap();
}

QPixmap heatMap(MainWindow &window)
{
    if (!proved(window)) {
        return {};
    }
    window.docks().raise(QStringLiteral("inspector"));
    auto *section = window.findChild<QWidget *>(QStringLiteral("inspector-tensor"));
    if (auto *index = section->findChild<QSpinBox *>(QStringLiteral("inspector-tensor-index-1"))) {
        index->setValue(3);
    }
    return waitUntilQuiet(window) ? section->grab() : QPixmap();
}

QPixmap memory(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-passes"));
    window.actions().trigger(QStringLiteral("plan-memory"));
    return waitUntilQuiet(window) ? takePanel(window, QStringLiteral("memory")) : QPixmap();
}

QPixmap profile(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-profile"));
    if (!waitUntilQuiet(window)) { // until the devices are known
        return {};
    }
    window.actions().trigger(QStringLiteral("run"));
    return takeWindow(window);
}

/// A run, and another one without Winograd's convolutions.
bool runTwice(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-profile"));
    ProfileRunner &runner = window.session().profiles;
    for (const bool isDirectOnly : {true, false}) {
        if (!waitUntilQuiet(window)) {
            return false;
        }
        ProfileOptions options = runner.options();
        options.isDirectOnly = isDirectOnly;
        runner.setOptions(options);
        runner.run();
    }
    return waitUntilQuiet(window);
}

QPixmap comparison(MainWindow &window)
{
    if (!runTwice(window)) {
        return {};
    }
    RunList &runs = window.session().document.runs();
    runs.compareWith(runs.history().runs().front().number);
    goTo(window, "stage1_unit1_conv1");
    return takeWindow(window);
}

bool runOnce(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-profile"));
    if (!waitUntilQuiet(window)) { // until the devices are known
        return false;
    }
    window.actions().trigger(QStringLiteral("run"));
    return waitUntilQuiet(window);
}

QPixmap verdicts(MainWindow &window)
{
    if (!runOnce(window)) {
        return {};
    }
    window.findChild<QTabBar *>(QStringLiteral("run-tabs"))->setCurrentIndex(4);
    return takePanel(window, QStringLiteral("run"));
}

/// One of the charts of a run, by its tab.
QPixmap chart(MainWindow &window, int tab)
{
    if (!runOnce(window)) {
        return {};
    }
    goTo(window, "stage1_unit1_conv1");
    window.docks().raise(QStringLiteral("charts"));
    window.findChild<QTabBar *>(QStringLiteral("charts-tabs"))->setCurrentIndex(tab);
    return takePanel(window, QStringLiteral("charts"));
}

QPixmap timeline(MainWindow &window)
{
    return chart(window, 0);
}

QPixmap roofline(MainWindow &window)
{
    return chart(window, 1);
}

QPixmap budget(MainWindow &window)
{
    return chart(window, 2);
}

QPixmap singleRuns(MainWindow &window)
{
    return chart(window, 3);
}

QPixmap kernels(MainWindow &window)
{
    if (!runOnce(window)) {
        return {};
    }
    constexpr std::uint32_t convolution = 1;
    auto *shown = new KernelWindow(QStringLiteral("conv0"),
                                   window.session().document.runs().kernelsOf(convolution),
                                   window.session().profiles, &window);
    shown->show();
    shown->findChild<QPushButton *>(QStringLiteral("kernel-try"))->click();
    const QPixmap picture = waitUntilQuiet(window) ? shown->grab() : QPixmap();
    shown->close();
    return picture;
}

QPixmap runSettings(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("workspace-profile"));
    if (!waitUntilQuiet(window)) {
        return {};
    }
    window.findChild<QPushButton *>(QStringLiteral("run-choices"))->click();
    auto *settings = window.findChild<QWidget *>(QStringLiteral("run-settings"));
    const QPixmap picture = settings->grab();
    settings->close();
    return picture;
}

QPixmap finding(MainWindow &window)
{
    window.docks().raise(QStringLiteral("find"));
    auto *query = window.findChild<QLineEdit *>(QStringLiteral("find-query"));
    query->setText(QStringLiteral("op:conv2d & macs>100M"));
    return takeWindow(window);
}

/// The canvas with all that can be unfolded.
QPixmap unfolded(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("canvas-alone"));
    window.actions().trigger(QStringLiteral("unfold-all"));
    if (!waitUntilQuiet(window)) {
        return {};
    }
    window.view().fit();
    return waitUntilQuiet(window) ? window.view().grab() : QPixmap();
}

QPixmap nested(MainWindow &window)
{
    window.actions().trigger(QStringLiteral("group-scopes"));
    return waitUntilQuiet(window) ? unfolded(window) : QPixmap();
}

/// The end of a detector, which is one layer.
std::vector<NodeId> endOfDetector(const MainWindow &window)
{
    std::vector<NodeId> nodes;
    for (const char *name : {"convolutional_30", "region_31"}) {
        nodes.push_back(nodeNamed(window, name));
    }
    return nodes;
}

QPixmap zoomedToSelection(MainWindow &window)
{
    if (!waitUntilQuiet(window)) {
        return {};
    }
    window.view().zoomToSelection();
    return waitUntilQuiet(window) ? window.view().grab() : QPixmap();
}

QPixmap besideEachOther(const QPixmap &left, const QPixmap &right)
{
    if (left.isNull() || right.isNull()) {
        return {};
    }
    constexpr int gap = 8;
    const QSizeF first = left.deviceIndependentSize();
    const QSizeF second = right.deviceIndependentSize();
    const QSizeF size(first.width() + gap + second.width(),
                      std::max(first.height(), second.height()));
    QPixmap both((size * left.devicePixelRatio()).toSize());
    both.setDevicePixelRatio(left.devicePixelRatio());
    both.fill(Qt::gray);
    QPainter painter(&both);
    painter.drawPixmap(QPointF(), left);
    painter.drawPixmap(QPointF(first.width() + gap, 0), right);
    return both;
}

/// Part of a network as its file has it, and as NNVM's operators.
QPixmap lowering(MainWindow &window)
{
    constexpr QSize half(640, 800);
    window.window()->resize(half);
    window.actions().trigger(QStringLiteral("canvas-alone"));
    window.session().selection.setNodes(endOfDetector(window));
    const QPixmap before = zoomedToSelection(window);
    window.session().passes.run({{"DarknetToNNVM", {}}});
    return besideEachOther(before, zoomedToSelection(window));
}

QPixmap imported(MainWindow &window)
{
    goTo(window, "classes");
    return takeWindow(window);
}

} // namespace

bool waitUntilQuiet(MainWindow &window)
{
    const QDeadlineTimer deadline(patience);
    QElapsedTimer since;
    while (!deadline.hasExpired()) {
        letEventsPass();
        if (isBusy(window) || window.view().scene() == nullptr) {
            since.invalidate();
        } else if (!since.isValid()) {
            since.start();
        } else if (std::chrono::milliseconds(since.elapsed()) > quiet) {
            return true;
        }
    }
    return false;
}

std::span<const ManualPicture> manualPictures()
{
    static const ManualPicture all[] = {
        {"window", "resnet18.json", wholeWindow},
        {"graph", "resnet18.json", groups},
        {"editing", "resnet18.json", mistake},
        {"passes", "resnet18.json", passes},
        {"side-by-side", "resnet18.json", sideBySide},
        {"proof", "resnet18.json", proof},
        {"values-compared", "resnet18.json", valuesCompared},
        {"heat-map", "resnet18.json", heatMap},
        {"memory", "resnet18.json", memory},
        {"profile", "mlp.json", profile},
        {"comparison", "resnet18.json", comparison},
        {"verdicts", "resnet18.json", verdicts},
        {"run-settings", "resnet18.json", runSettings},
        {"kernels", "resnet18.json", kernels},
        {"timeline", "squeezenet1.1.json", timeline},
        {"roofline", "resnet18.json", roofline},
        {"budget", "resnet18.json", budget},
        {"single-runs", "resnet18.json", singleRuns},
        {"find", "resnet18.json", finding},
        {"conditional", "../frameworks/conditional.pbtxt", unfolded},
        {"nested", "../frameworks/siamese.json", nested},
        {"lowering", "../frameworks/yolov2.cfg", lowering},
        {"core-ml", "../frameworks/photos.mlmodel", imported},
    };
    return all;
}

} // namespace nervure
