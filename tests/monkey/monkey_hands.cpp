// SPDX-License-Identifier: Apache-2.0
// Mouse and keyboard of the monkey: they go through the windows, as those of a person do.
#include "tests/monkey/monkey.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>

#include <array>

namespace nervure::tests {

namespace {

constexpr std::array usualKeys{
    Qt::Key_Escape,   Qt::Key_Return,   Qt::Key_Tab,   Qt::Key_Backtab, Qt::Key_Up,
    Qt::Key_Down,     Qt::Key_Left,     Qt::Key_Right, Qt::Key_Home,    Qt::Key_End,
    Qt::Key_PageDown, Qt::Key_PageUp,   Qt::Key_Space, Qt::Key_Delete,  Qt::Key_Backspace,
    Qt::Key_F2,       Qt::Key_F3,       Qt::Key_F6,    Qt::Key_Plus,    Qt::Key_Minus,
    Qt::Key_Insert,   Qt::Key_Menu,     Qt::Key_O,     Qt::Key_A,       Qt::Key_BracketLeft,
    Qt::Key_Slash,    Qt::Key_Asterisk, Qt::Key_0,     Qt::Key_1,       Qt::Key_F};

constexpr std::array modifierChoices{
    Qt::KeyboardModifiers(Qt::NoModifier), Qt::KeyboardModifiers(Qt::NoModifier),
    Qt::KeyboardModifiers(Qt::ControlModifier), Qt::KeyboardModifiers(Qt::ShiftModifier),
    Qt::KeyboardModifiers(Qt::AltModifier)};

/// The window that has the widget; null where it has none yet, or shows nothing.
QWindow *windowOf(const QWidget &widget)
{
    QWindow *window = widget.window()->windowHandle();
    return window != nullptr && window->isVisible() ? window : nullptr;
}

/// What has all keys and clicks; null where that is the window.
QWidget *heldUp()
{
    QWidget *popup = QApplication::activePopupWidget();
    return popup != nullptr ? popup : QApplication::activeModalWidget();
}

/// What is pressed may close its window.
void clickIn(const QPointer<QWindow> &window, Qt::MouseButton button,
             Qt::KeyboardModifiers modifiers, QPoint place)
{
    QTest::mouseMove(window, place);
    if (window) {
        QTest::mousePress(window, button, modifiers, place);
    }
    if (window) {
        QTest::mouseRelease(window, button, modifiers, place);
    }
}

void keyIn(const QPointer<QWindow> &window, Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyPress(window, key, modifiers);
    if (window) {
        QTest::keyRelease(window, key, modifiers);
    }
}

} // namespace

Monkey::Gesture::Gesture(Monkey &monkey) : m_monkey(monkey)
{
    ++monkey.m_hands;
    monkey.m_gesture.start();
    monkey.m_touched = heldUp();
}

/// Nothing else is done in the middle of a gesture, unless that opened something which waits, or waits itself.
bool Monkey::areHandsBusy() const
{
    constexpr qint64 patienceMs = 500;
    return m_hands > 0 && heldUp() == m_touched && m_gesture.elapsed() < patienceMs;
}

void Monkey::click(QWidget &widget, QPoint at, bool isUsual)
{
    const Gesture gesture(*this);
    const QPointer<QWindow> window = windowOf(widget);
    if (!window) {
        return;
    }
    const QPoint place = widget.mapTo(widget.window(), at);
    const Qt::KeyboardModifiers modifiers =
        isUsual ? Qt::NoModifier : modifierChoices[below(modifierChoices.size())];
    const quint32 kind = isUsual ? 0 : below(10);
    const Qt::MouseButton button = kind == 9 ? Qt::RightButton : Qt::LeftButton;
    clickIn(window, button, modifiers, place);
    if (kind == 8 && window) { // soon after the first: it is a double click
        clickIn(window, button, modifiers, place);
    }
}

void Monkey::clickSomewhere(QWidget &top)
{
    QWidget *widget = &top;
    // Widgets as often as what they stand in: a large one has no more of interest than a small one.
    QList<QWidget *> seen;
    const QList<QWidget *> all = top.findChildren<QWidget *>();
    for (QWidget *child : all) {
        if (child->isVisible() && child->window() == top.window()
            && !child->visibleRegion().isEmpty()) {
            seen.append(child);
        }
    }
    if (!seen.isEmpty()) {
        widget = oneOf(seen);
    }
    const QRect area = widget->visibleRegion().boundingRect();
    if (area.isEmpty()) {
        return;
    }
    const QPoint at = area.topLeft()
                      + QPoint(static_cast<int>(below(static_cast<quint32>(area.width()))),
                               static_cast<int>(below(static_cast<quint32>(area.height()))));
    say(QStringLiteral("click on %1 %2 at %3,%4")
            .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())
            .arg(at.x())
            .arg(at.y()));
    if (chance(8)) {
        const QPoint turn(0, chance(50) ? 120 : -120);
        QWheelEvent event(at, widget->mapToGlobal(at), {}, turn, Qt::NoButton,
                          modifierChoices[below(3)], Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    } else if (chance(6)) {
        drag(*widget, at,
             at + QPoint(static_cast<int>(below(300)) - 150, static_cast<int>(below(300)) - 150));
    } else {
        click(*widget, at);
    }
}

void Monkey::drag(QWidget &widget, QPoint from, QPoint to)
{
    const QPointer<QWindow> window = windowOf(widget);
    if (!window) {
        return;
    }
    const Gesture gesture(*this);
    constexpr int moves = 4;
    const QPoint begin = widget.mapTo(widget.window(), from);
    const QPoint end = widget.mapTo(widget.window(), to);
    QTest::mousePress(window, Qt::LeftButton, {}, begin);
    for (int move = 1; move <= moves && window; ++move) {
        QTest::mouseMove(window, begin + (end - begin) * move / moves);
    }
    if (window) {
        QTest::mouseRelease(window, Qt::LeftButton, {}, end);
    }
}

void Monkey::press(QWidget *top, int key, Qt::KeyboardModifiers modifiers)
{
    const Gesture gesture(*this);
    if (const QPointer<QWindow> window = top != nullptr ? windowOf(*top) : nullptr) {
        keyIn(window, static_cast<Qt::Key>(key), modifiers);
    }
}

void Monkey::pressSomething(QWidget *top)
{
    const int key = usualKeys[below(usualKeys.size())];
    const Qt::KeyboardModifiers modifiers = modifierChoices[below(modifierChoices.size())];
    say(QStringLiteral("key %1").arg(QKeySequence(key | modifiers).toString()));
    press(top, key, modifiers);
}

void Monkey::type(QWidget *top, const QString &text)
{
    const Gesture gesture(*this);
    for (const QChar letter : text) {
        const QPointer<QWindow> window = top != nullptr ? windowOf(*top) : nullptr;
        if (!window) {
            return;
        }
        const char sent = letter.toLatin1();
        QTest::keyPress(window, sent);
        if (window) {
            QTest::keyRelease(window, sent);
        }
        top = QApplication::activePopupWidget() != nullptr ? QApplication::activePopupWidget()
                                                           : QApplication::activeWindow();
    }
}

} // namespace nervure::tests
