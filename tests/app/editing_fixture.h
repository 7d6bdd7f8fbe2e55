// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/action_set.h"
#include "app/commands/edit_commands.h"
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/app/window_fixture.h"
#include "widgets/canvas/graph_view.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>

#include <map>

namespace nervure::tests {

/// A window on a copy of a sample that a test edits with mouse and keyboard, saves and compares.
class EditingFixture {
public:
    explicit EditingFixture(const QString &sample = QStringLiteral("mlp.json"))
        : path(app.copyOf(sample)),
          window(app.open(path))
    {
        if (window == nullptr) {
            return;
        }
        QFile file(path);
        isReady = file.open(QIODevice::ReadOnly) && QTest::qWaitForWindowExposed(window);
        bytes = file.readAll();
        window->view().setAnimated(false);
        QApplication::setActiveWindow(window);
        window->view().setFocus();
        opened = document().graph();
        // Shapes are inferred and drawn: nothing moves under the pointer any more.
        isReady = isReady
                  && QTest::qWaitFor([this] { return window->session().jobs.jobs().isEmpty(); },
                                     WindowFixture::patienceMs);
    }

    [[nodiscard]] GraphDocument &document() const { return window->session().document; }
    [[nodiscard]] const Graph &graph() const { return document().graph(); }
    [[nodiscard]] GraphView &view() const { return window->view(); }
    [[nodiscard]] EditGestures &gestures() const { return window->edits().gestures(); }
    [[nodiscard]] NodeId node(const char *name) const
    {
        return graph().findByName(name).value_or(NodeId{});
    }

    /// The picture shows the graph as it is now.
    [[nodiscard]] bool isDrawn() const
    {
        return view().scene() != nullptr && view().scene()->graph().revision == graph().revision();
    }
    bool waitUntilDrawn() const
    {
        return QTest::qWaitFor([this] { return isDrawn(); }, WindowFixture::patienceMs);
    }

    /// A place on the node where its card is hit and no line is.
    [[nodiscard]] QPoint placeOf(const char *name) const
    {
        const NodeId id = node(name);
        view().centerOn(id);
        return view().nodeRectInView(id).center().toPoint();
    }
    void click(const char *name, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, modifiers, placeOf(name));
    }
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        // A list that popped up had the keys.
        const bool isAlone =
            QTest::qWaitFor([] { return QApplication::activePopupWidget() == nullptr; });
        window->activateWindow();
        QApplication::setActiveWindow(window);
        if (!isAlone || !QTest::qWaitForWindowActive(window)) {
            return;
        }
        window->actions().refreshNow();
        QTest::keyClick(&view(), code, modifiers);
    }
    void undo() const { key(Qt::Key_Z, Qt::ControlModifier); }
    void redo() const { key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }

    /// Drags with the left button, by steps as a hand does.
    void drag(QPoint from, QPoint to) const
    {
        QWidget *viewport = view().viewport();
        QTest::mouseMove(viewport, from);
        QTest::mousePress(viewport, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 4; ++step) {
            const QPoint at = from + (to - from) * step / 4;
            QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(viewport, &move);
        }
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
    }

    /// Types into the operators that popped up, and takes the first.
    [[nodiscard]] bool chooseOperator(const QString &op) const
    {
        QWidget *chooser = nullptr;
        const bool isThere = QTest::qWaitFor([&] {
            chooser = window->findChild<QWidget *>(QStringLiteral("operator-chooser"));
            return chooser != nullptr && chooser->isVisible();
        });
        if (!isThere) {
            return false;
        }
        auto *words = chooser->findChild<QLineEdit *>(QStringLiteral("palette-words"));
        QTest::keyClicks(words, op);
        QTest::keyClick(words, Qt::Key_Return);
        return true;
    }

    /// Opens the menu at a place and clicks the entry with that action or text.
    [[nodiscard]] bool chooseInMenu(const char *menuName, QPoint at, const QString &entry) const
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view().viewport()->mapToGlobal(at));
        QApplication::sendEvent(view().viewport(), &event);
        return clickInMenu(menuName, entry);
    }
    [[nodiscard]] bool clickInMenu(const char *menuName, const QString &entry) const
    {
        QMenu *menu = nullptr;
        const bool isThere = QTest::qWaitFor([&] {
            menu = window->findChild<QMenu *>(QString::fromLatin1(menuName));
            return menu != nullptr && menu->isVisible();
        });
        if (!isThere) {
            return false;
        }
        for (QAction *action : menu->actions()) {
            if (action->objectName() == entry || action->text().contains(entry)) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                return true;
            }
        }
        menu->close();
        return false;
    }

    /// Saves by key and gives the file's bytes.
    [[nodiscard]] QByteArray save() const
    {
        key(Qt::Key_S, Qt::ControlModifier);
        QFile file(path);
        return waitUntilSaved(*window) && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                         : QByteArray();
    }

    /// What the preserving writer promises: the file reads back as the graph, and nodes that were
    /// not touched keep every byte but those of their references.
    [[nodiscard]] QString brokenPromise(const QByteArray &saved) const
    {
        const Result<OpenedModel> again = openModelText(
            saved.toStdString(), "saved", document().builtins().formats, document().builtins().ops);
        if (!again) {
            return QStringLiteral("the saved file does not open");
        }
        const FormatSpec *format = again->format;
        Diagnostics ignored;
        const FormatContext context{document().builtins().ops, Semantics::Exact, {}};
        if (*format->write(again->graph, context, ignored)
            != *format->write(graph(), context, ignored)) {
            return QStringLiteral("the saved file is another graph");
        }
        const std::map<QString, QString> before = nodeTexts(bytes);
        const std::map<QString, QString> after = nodeTexts(saved);
        for (const auto &[name, text] : before) {
            const auto was = opened.findByName(name.toStdString());
            const Node *now = was ? graph().find(*was) : nullptr;
            if (now == nullptr || now->attrs != opened.node(*was).attrs
                || now->name != opened.node(*was).name || now->op != opened.node(*was).op) {
                continue;
            }
            const auto found = after.find(name);
            if (found == after.end() || found->second != text) {
                return QStringLiteral("the text of %1 is another one").arg(name);
            }
        }
        return {};
    }

    /// Undo gives the graph and the bytes of the file as they were, redo the graph after the edit.
    [[nodiscard]] QString brokenHistory(int steps = 1) const
    {
        const Graph after = graph();
        if (document().undoStack().count() != steps) {
            return QStringLiteral("%1 steps in the history").arg(document().undoStack().count());
        }
        for (int step = 0; step < steps; ++step) {
            undo();
        }
        if (!(graph() == opened)) {
            return QStringLiteral("undo leads elsewhere");
        }
        if (document().isDirty()) {
            return QStringLiteral("the saved state is not known as such");
        }
        for (int step = 0; step < steps; ++step) {
            redo();
        }
        if (!(graph() == after)) {
            return QStringLiteral("redo leads elsewhere");
        }
        const QString promise = brokenPromise(save());
        if (!promise.isEmpty()) {
            return promise;
        }
        for (int step = 0; step < steps; ++step) {
            undo();
        }
        return save() == bytes ? QString() : QStringLiteral("undone, the file is another one");
    }

    WindowFixture app;
    QString path;
    MainWindow *window = nullptr;
    QByteArray bytes; ///< of the file as it was opened
    Graph opened;
    bool isReady = false;

private:
    /// The text of each node without its references, by name.
    static std::map<QString, QString> nodeTexts(const QByteArray &file)
    {
        std::map<QString, QString> texts;
        static const QRegularExpression nodes(
            QStringLiteral("\\{[^{}]*\"op\"(?:[^{}]|\\{[^{}]*\\})*\\}"));
        static const QRegularExpression name(QStringLiteral("\"name\": \"([^\"]*)\""));
        static const QRegularExpression inputs(
            QStringLiteral("\"(inputs|control_deps)\": \\[[^{}]*\\]"));
        auto found = nodes.globalMatch(QString::fromUtf8(file));
        while (found.hasNext()) {
            QString text = found.next().captured();
            const QString key = name.match(text).captured(1);
            texts[key] = text.remove(inputs);
        }
        return texts;
    }
};

} // namespace nervure::tests
