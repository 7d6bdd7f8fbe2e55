// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/monkey/stall_watch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QStringList>

#include <random>

class QDialog;
class QMenu;
class QWidget;

namespace nervure {
class Composition;
class MainWindow;
class TabWindow;
} // namespace nervure

namespace nervure::tests {

struct MonkeyPlan {
    quint32 seed = 1;
    int steps = 1000;
    int seconds = 3600; ///< it ends then, be it before the last step
    QStringList models;
    QString folder; ///< that it may write into
    bool isLoud = false;
};

/// Somebody who does everything with the program's windows, in no order: clicks, keys, menus, dialogs, the palette,
/// more files, edits, passes, runs, closing in the middle. The same seed chooses the same: how far jobs are meanwhile
/// is another thing. What it does goes through the windows' own event queue; what happens to a window while a dialog
/// or a menu is open, it does to the document.
class Monkey : public QObject {
    Q_OBJECT

    /// Lives while a gesture is made, whose sending lets other events in.
    class Gesture {
    public:
        explicit Gesture(Monkey &monkey);
        ~Gesture() { --m_monkey.m_hands; }
        Gesture(const Gesture &) = delete;
        Gesture &operator=(const Gesture &) = delete;

    private:
        Monkey &m_monkey;
    };

public:
    /// All outlive it.
    Monkey(Composition &program, MonkeyPlan plan, StallWatch &stalls);

    void start();

Q_SIGNALS:
    void finished();

private:
    void step();
    [[nodiscard]] bool areHandsBusy() const;
    void act();
    void actInMenu(QMenu &menu);
    void actInDialog(QDialog &dialog);
    void answerFileDialog(QDialog &dialog);
    void actInWindow(MainWindow &window);
    void actOnCanvas(MainWindow &window);
    void actOnWindows(MainWindow &window);
    void triggerAction(MainWindow &window);
    void usePalette(MainWindow &window);
    void disturb();
    void changeModel(MainWindow &window);
    void open();

    /// Somewhere on a widget that one sees in there.
    void clickSomewhere(QWidget &top);
    void click(QWidget &widget, QPoint at, bool isUsual = false);
    void press(QWidget *top, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void type(QWidget *top, const QString &text);
    void pressSomething(QWidget *top);
    void drag(QWidget &widget, QPoint from, QPoint to);

    [[nodiscard]] quint32 below(quint32 count) { return m_random() % std::max(count, 1U); }
    [[nodiscard]] bool chance(quint32 percent) { return below(100) < percent; }
    template <typename List>
    [[nodiscard]] auto &oneOf(List &list)
    {
        return list[static_cast<qsizetype>(below(static_cast<quint32>(list.size())))];
    }
    [[nodiscard]] MainWindow *someWindow();
    void say(const QString &what);

    Composition &m_program;
    MonkeyPlan m_plan;
    StallWatch &m_stalls;
    std::mt19937 m_random;
    QElapsedTimer m_time;
    int m_step = 0;
    int m_hands = 0;             ///< of how many gestures some part is still to come
    QElapsedTimer m_gesture;     ///< since the last of them began
    QPointer<QWidget> m_touched; ///< popup or dialog that was open then
    int m_depth = 0;             ///< of dialogs that wait for each other
    bool m_isDone = false;
    QString m_toType; ///< into the palette that is about to come
};

/// What was done last, for who finds the process dead: one line an act.
void printLastActs();

} // namespace nervure::tests
