// SPDX-License-Identifier: Apache-2.0
#include "app/manual_pictures/pictures.h"

#include "app/actions/action_set.h"
#include "app/commands/canvas_commands.h"
#include "app/files/document_session.h"
#include "app/files/file_commands.h"
#include "app/manual_pictures/picture_steps.h"
#include "app/window/main_window.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/document/document_edits.h"
#include "widgets/panels/panel_docks.h"

#include <QLineEdit>
#include <QPainter>
#include <QSpinBox>

#include <algorithm>
#include <iterator>

namespace nervure {

namespace {

/// The step of Compile that replaces what inference does not need.
constexpr int simplified = 11;

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

std::vector<ManualPicture> manualPictures()
{
    std::vector<ManualPicture> all{
        {"window", "resnet18.json", wholeWindow},
        {"graph", "resnet18.json", groups},
        {"editing", "resnet18.json", mistake},
        {"passes", "resnet18.json", passes},
        {"side-by-side", "resnet18.json", sideBySide},
        {"proof", "resnet18.json", proof},
        {"values-compared", "resnet18.json", valuesCompared},
        {"heat-map", "resnet18.json", heatMap},
        {"memory", "resnet18.json", memory},
        {"find", "resnet18.json", finding},
        {"conditional", "../frameworks/conditional.pbtxt", unfolded},
        {"nested", "../frameworks/siamese.json", nested},
        {"lowering", "../frameworks/yolov2.cfg", lowering},
        {"core-ml", "../frameworks/photos.mlmodel", imported},
    };
    std::vector<ManualPicture> runs = runPictures();
    all.insert(all.end(), std::make_move_iterator(runs.begin()),
               std::make_move_iterator(runs.end()));
    return all;
}

} // namespace nervure
