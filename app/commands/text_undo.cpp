// SPDX-License-Identifier: Apache-2.0
#include "app/commands/text_undo.h"

#include <QAbstractSpinBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>

#include <optional>

namespace nervure {

namespace {

/// Whether the field could undo (or redo) what was typed; nothing for other objects.
std::optional<bool> canGo(const QObject *field, bool isUndo)
{
    if (const auto *spin = qobject_cast<const QAbstractSpinBox *>(field)) {
        field = spin->findChild<QLineEdit *>();
    }
    if (const auto *line = qobject_cast<const QLineEdit *>(field)) {
        return !line->isReadOnly() && (isUndo ? line->isUndoAvailable() : line->isRedoAvailable());
    }
    const QTextDocument *text = nullptr;
    if (const auto *plain = qobject_cast<const QPlainTextEdit *>(field)) {
        text = plain->isReadOnly() ? nullptr : plain->document();
    } else if (const auto *rich = qobject_cast<const QTextEdit *>(field)) {
        text = rich->isReadOnly() ? nullptr : rich->document();
    } else {
        return std::nullopt;
    }
    return text != nullptr && (isUndo ? text->isUndoAvailable() : text->isRedoAvailable());
}

} // namespace

TextUndo::TextUndo(QObject *parent) : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool TextUndo::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isUndo = key->matches(QKeySequence::Undo);
    if (!isUndo && !key->matches(QKeySequence::Redo)) {
        return false;
    }
    if (!canGo(watched, isUndo).value_or(true)) {
        event->ignore();
        return true; // not the field's: the window's shortcut gets it
    }
    return false;
}

} // namespace nervure
