// SPDX-License-Identifier: Apache-2.0
#include "tests/monkey/monkey.h"

#include "app/actions/action_set.h"
#include "app/actions/action_tables.h"
#include "app/commands/canvas_commands.h"
#include "app/files/file_commands.h"
#include "app/program/composition.h"
#include "app/settings/settings.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"
#include "tests/monkey/monkey_models.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace nervure::tests {

namespace {

constexpr int deepest = 4; ///< dialogs that wait for each other
constexpr int mostTabs = 4;
constexpr quint32 longestPauseMs = 25;

const QStringList &usualWords()
{
    static const QStringList words{
        QStringLiteral("relu"),        QStringLiteral("1,3,224,224"), QStringLiteral("(2, 2)"),
        QStringLiteral("conv"),        QStringLiteral("0"),           QStringLiteral("x"),
        QStringLiteral("-1"),          QStringLiteral("op:conv2d"),   QStringLiteral("node.1"),
        QStringLiteral("nan"),         QStringLiteral("batch,8"),     QStringLiteral("'\"\\"),
        QStringLiteral("time>0"),      QStringLiteral("99999999999"), QStringLiteral("is:unused"),
        QStringLiteral("theme dark"),  QStringLiteral("fold"),        QStringLiteral("infer"),
        QStringLiteral("theme light"), QStringLiteral("manual")};
    return words;
}

/// What reaches beyond the program, or ends it.
bool isLeftAlone(const QString &action)
{
    static const QStringList names{QStringLiteral("action-connect-machine"),
                                   QStringLiteral("action-quit"),
                                   QStringLiteral("action-log-file")};
    return names.contains(action);
}

constexpr std::size_t keptActs = 30;
constexpr std::size_t longestAct = 200;
std::array<std::array<char, longestAct>, keptActs> lastActs{};
std::size_t actCount = 0;

} // namespace

void printLastActs()
{
    for (std::size_t i = actCount > keptActs ? actCount - keptActs : 0; i < actCount; ++i) {
        std::fprintf(stderr, "%s\n", lastActs[i % keptActs].data());
    }
}

Monkey::Monkey(Composition &program, MonkeyPlan plan, StallWatch &stalls)
    : m_program(program),
      m_plan(std::move(plan)),
      m_stalls(stalls),
      m_random(m_plan.seed)
{}

void Monkey::start()
{
    m_time.start();
    open();
    QTimer::singleShot(0, this, &Monkey::step);
}

void Monkey::say(const QString &what)
{
    const std::string line = "seed " + std::to_string(m_plan.seed) + " step "
                             + std::to_string(m_step) + ": " + what.toStdString();
    std::strncpy(lastActs[actCount % keptActs].data(), line.c_str(), longestAct - 1);
    ++actCount;
    m_stalls.setAct(line);
    if (m_plan.isLoud) {
        std::printf("%s\n", line.c_str());
        std::fflush(stdout);
    }
}

void Monkey::step()
{
    if (m_isDone) {
        return;
    }
    if (areHandsBusy()) {
        QTimer::singleShot(5, this, &Monkey::step);
        return;
    }
    if (m_step >= m_plan.steps || m_time.elapsed() > 1000LL * m_plan.seconds) {
        m_isDone = true;
        std::printf("%d steps\n", m_step);
        Q_EMIT finished();
        return;
    }
    // Before the act: it may open a dialog and not return until somebody answers, which is done here.
    const int pause = chance(3) ? 300 : static_cast<int>(below(longestPauseMs));
    QTimer::singleShot(pause, this, &Monkey::step);
    ++m_step;
    ++m_depth;
    act();
    --m_depth;
}

void Monkey::act()
{
    if (QWidget *popup = QApplication::activePopupWidget()) {
        if (chance(10)) {
            disturb();
        } else if (auto *menu = qobject_cast<QMenu *>(popup)) {
            actInMenu(*menu);
        } else if (!m_toType.isEmpty()) {
            say(QStringLiteral("type ") + m_toType);
            type(popup, std::exchange(m_toType, {}));
        } else if (chance(30)) {
            pressSomething(popup);
        } else if (chance(20)) {
            type(popup, oneOf(usualWords()));
        } else {
            clickSomewhere(*popup);
        }
        return;
    }
    m_toType.clear();
    if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget())) {
        actInDialog(*dialog);
        return;
    }
    MainWindow *window = someWindow();
    if (window == nullptr || chance(1)) {
        open();
        return;
    }
    QWidget *active = QApplication::activeWindow();
    if (active != nullptr && active != window->window() && chance(60)) {
        chance(70) ? clickSomewhere(*active) : pressSomething(active);
        if (chance(15) && QApplication::activeWindow() == active) {
            say(QStringLiteral("close a window"));
            active->close();
        }
        return;
    }
    actInWindow(*window);
}

void Monkey::actInMenu(QMenu &menu)
{
    const quint32 kind = below(100);
    if (kind < 20) {
        say(QStringLiteral("leave the menu"));
        press(&menu, Qt::Key_Escape);
    } else if (kind < 30) {
        say(QStringLiteral("a key in the menu"));
        press(&menu, chance(70) ? Qt::Key_Down : Qt::Key_Right);
    } else {
        const QList<QAction *> actions = menu.actions();
        QAction *action = actions.isEmpty() ? nullptr : actions[below(actions.size())];
        if (action == nullptr || isLeftAlone(action->objectName()) || !action->isVisible()) {
            press(&menu, Qt::Key_Escape);
            return;
        }
        say(QStringLiteral("menu %1: %2").arg(menu.objectName(), action->text()));
        click(menu, menu.actionGeometry(action).center(), true);
    }
}

void Monkey::actInDialog(QDialog &dialog)
{
    if (m_depth > deepest || chance(8)) {
        say(QStringLiteral("give up ") + dialog.objectName());
        dialog.reject();
    } else if (chance(15)) {
        disturb();
    } else if (qobject_cast<QFileDialog *>(&dialog) != nullptr) {
        answerFileDialog(dialog);
    } else if (chance(15)) {
        say(QStringLiteral("type into ") + dialog.objectName());
        type(&dialog, oneOf(usualWords()));
    } else if (chance(20)) {
        pressSomething(&dialog);
    } else {
        clickSomewhere(dialog);
    }
}

/// Files lie in the folder that may be written into; nothing is clicked that could remove others.
void Monkey::answerFileDialog(QDialog &dialog)
{
    auto &files = static_cast<QFileDialog &>(dialog);
    if (chance(50)) {
        say(QStringLiteral("leave the file dialog"));
        dialog.reject();
        return;
    }
    static const QStringList names{QStringLiteral("out.json"),    QStringLiteral("out.onnx"),
                                   QStringLiteral("out.nervure"), QStringLiteral("out.png"),
                                   QStringLiteral("out.svg"),     QStringLiteral("out.npy")};
    const bool isSaved = files.acceptMode() == QFileDialog::AcceptSave;
    const QString file = isSaved ? m_plan.folder + u'/' + oneOf(names)
                                 : copyInto(m_plan.folder, oneOf(m_plan.models));
    say(QStringLiteral("choose the file ") + file);
    files.selectFile(file);
    dialog.accept();
}

void Monkey::actInWindow(MainWindow &window)
{
    const quint32 kind = below(100);
    if (kind < 30) {
        actOnCanvas(window);
    } else if (kind < 55) {
        clickSomewhere(*window.window());
    } else if (kind < 70) {
        triggerAction(window);
    } else if (kind < 80) {
        pressSomething(window.window());
    } else if (kind < 85) {
        usePalette(window);
    } else if (kind < 89) {
        say(QStringLiteral("type"));
        type(window.window(), oneOf(usualWords()));
    } else if (kind < 95) {
        disturb();
    } else {
        actOnWindows(window);
    }
}

void Monkey::actOnCanvas(MainWindow &window)
{
    GraphView &view = window.view();
    if (view.scene() == nullptr || view.scene()->nodeCount() == 0 || !view.isVisible()) {
        clickSomewhere(*window.window());
        return;
    }
    const auto &boxes = view.scene()->graph().nodes;
    const NodeId node = boxes[below(static_cast<quint32>(boxes.size()))].node;
    view.centerOn(node);
    const QPoint at = view.nodeRectInView(node).center().toPoint();
    if (chance(15)) {
        const NodeId other = boxes[below(static_cast<quint32>(boxes.size()))].node;
        say(QStringLiteral("drag from node %1 to %2").arg(node.value).arg(other.value));
        drag(*view.viewport(), at + QPoint(0, chance(50) ? 0 : 14),
             view.nodeRectInView(other).center().toPoint());
        return;
    }
    say(QStringLiteral("click on node %1").arg(node.value));
    click(*view.viewport(), at, chance(50));
}

void Monkey::triggerAction(MainWindow &window)
{
    window.actions().refreshNow();
    QList<QAction *> enabled;
    for (const ActionSpec &spec : actionTable()) {
        QAction *action = window.actions().find(QLatin1StringView(spec.id));
        if (action->isEnabled() && !isLeftAlone(action->objectName())) {
            enabled.append(action);
        }
    }
    if (!enabled.isEmpty()) {
        QAction *action = oneOf(enabled);
        say(action->objectName());
        action->trigger();
    }
}

void Monkey::usePalette(MainWindow &window)
{
    say(QStringLiteral("palette"));
    m_toType = oneOf(usualWords());
    window.actions().trigger(QStringLiteral("palette"));
}

void Monkey::actOnWindows(MainWindow &window)
{
    switch (below(5)) {
    case 0: open(); break;
    case 1:
        say(QStringLiteral("resize"));
        window.window()->resize(static_cast<int>(480 + below(1500)),
                                static_cast<int>(320 + below(1000)));
        break;
    case 2:
        say(QStringLiteral("next tab"));
        m_program.windows().goForward(window, 1);
        break;
    case 3: {
        Preferences preferences = m_program.settings().preferences();
        preferences.theme = chance(50) ? ThemeChoice::Dark : ThemeChoice::Light;
        preferences.opensTabs = chance(80);
        say(QStringLiteral("other colors"));
        m_program.settings().setPreferences(preferences);
        break;
    }
    default: say(QStringLiteral("close the tab")); window.close();
    }
}

MainWindow *Monkey::someWindow()
{
    const QList<MainWindow *> &windows = m_program.windows().windows();
    const auto active = std::find_if(windows.begin(), windows.end(), [](const MainWindow *one) {
        return one->isVisible() && one->window() == QApplication::activeWindow();
    });
    if (active != windows.end() && !chance(5)) {
        return *active;
    }
    return windows.isEmpty() ? nullptr : windows[below(windows.size())];
}

/// What happens to a model while somebody looks elsewhere, as into a dialog.
void Monkey::disturb()
{
    if (MainWindow *window = someWindow(); window != nullptr && window->hasDocument()) {
        changeModel(*window);
    }
}

void Monkey::changeModel(MainWindow &window)
{
    GraphDocument &document = window.session().document;
    switch (below(8)) {
    case 0:
        say(QStringLiteral("lay out otherwise"));
        window.canvas().toggle(chance(50) ? CanvasSwitch::FlowsRight : CanvasSwitch::Weights);
        break;
    case 1:
        say(QStringLiteral("group otherwise"));
        window.canvas().setGrouping(chance(50) ? Grouping::Scopes : Grouping::Repeats);
        break;
    case 2: {
        const auto nodes = document.graph().nodes();
        const std::vector<NodeId> all(nodes.begin(), nodes.end());
        say(QStringLiteral("edit"));
        if (!all.empty()) {
            static_cast<void>(performEdit(
                document, chance(50) ? EditKind::Rename : EditKind::Delete,
                {.nodes = {all[below(static_cast<quint32>(all.size()))]}, .text = "renamed"}));
        }
        break;
    }
    case 3:
        say(QStringLiteral("undo"));
        document.undoStack().undo();
        break;
    case 4:
        say(QStringLiteral("passes"));
        window.session().passes.runUsual();
        break;
    case 5:
        say(QStringLiteral("another step"));
        document.setShownStep(
            static_cast<int>(below(static_cast<quint32>(document.passSteps().size()) + 1)));
        break;
    case 6:
        say(QStringLiteral("read again"));
        window.files().open(document.path());
        break;
    default: say(QStringLiteral("close it")); window.close();
    }
}

void Monkey::open()
{
    const QList<MainWindow *> windows = m_program.windows().windows();
    if (windows.size() >= mostTabs) {
        windows.first()->close();
    }
    const QString file = copyInto(m_plan.folder, oneOf(m_plan.models));
    say(QStringLiteral("open ") + file);
    m_program.windows().open(file);
}

} // namespace nervure::tests
