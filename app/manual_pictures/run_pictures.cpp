// SPDX-License-Identifier: Apache-2.0
// Pictures of what is measured when a model runs.
#include "app/actions/action_set.h"
#include "app/files/document_session.h"
#include "app/manual_pictures/picture_steps.h"
#include "app/manual_pictures/pictures.h"
#include "app/window/main_window.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/panels/run/kernel_window.h"

#include <QPushButton>
#include <QTabBar>

namespace nervure {

namespace {

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

/// The variants of the kernels, measured.
QPixmap tuning(MainWindow &window)
{
    if (!runOnce(window)) {
        return {};
    }
    window.actions().trigger(QStringLiteral("tune"));
    return takePanel(window, QStringLiteral("run"));
}

} // namespace

std::vector<ManualPicture> runPictures()
{
    return {
        {"profile", "mlp.json", profile},
        {"comparison", "resnet18.json", comparison},
        {"verdicts", "resnet18.json", verdicts},
        {"run-settings", "resnet18.json", runSettings},
        {"kernels", "resnet18.json", kernels},
        {"tuning", "mlp.json", tuning},
        {"timeline", "squeezenet1.1.json", timeline},
        {"roofline", "resnet18.json", roofline},
        {"budget", "resnet18.json", budget},
        {"single-runs", "resnet18.json", singleRuns},
    };
}

} // namespace nervure
