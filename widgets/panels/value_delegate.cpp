// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/value_delegate.h"

#include "widgets/models/column.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>

namespace nervure {

namespace {

/// On an editor: what is wrong with its text.
constexpr const char *problemProperty = "problem";

void mark(QLineEdit &line, const QString &problem)
{
    line.setProperty(problemProperty, problem);
    line.setProperty("isFaulty", !problem.isEmpty());
    line.setToolTip(problem);
    line.setAccessibleDescription(problem);
    line.style()->unpolish(&line);
    line.style()->polish(&line);
}

} // namespace

QWidget *ValueDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem & /*option*/,
                                     const QModelIndex &index) const
{
    const QStringList choices = index.data(ChoicesRole).toStringList();
    QWidget *editor = choices.isEmpty() ? makeLine(parent, index) : makeChoice(parent, choices);
    editor->setObjectName(QStringLiteral("cell-editor"));
    editor->setAccessibleName(index.siblingAtColumn(0).data().toString());
    editor->setFont(index.data(Qt::FontRole).value<QFont>());
    return editor;
}

QWidget *ValueDelegate::makeChoice(QWidget *parent, const QStringList &choices) const
{
    auto *box = new QComboBox(parent);
    box->addItems(choices);
    // A chosen value is meant: no second click to confirm.
    connect(box, &QComboBox::activated, this, [this, box] {
        auto *self = const_cast<ValueDelegate *>(this);
        Q_EMIT self->commitData(box);
        Q_EMIT self->closeEditor(box);
    });
    return box;
}

QWidget *ValueDelegate::makeLine(QWidget *parent, const QModelIndex &index) const
{
    auto *line = new QLineEdit(parent);
    line->setFrame(false);
    if (m_check) {
        const QPersistentModelIndex cell(index);
        connect(line, &QLineEdit::textEdited, this, [this, line, cell](const QString &text) {
            const QString problem = cell.isValid() ? m_check(cell, text) : QString();
            mark(*line, problem);
            Q_EMIT problemChanged(problem);
        });
        connect(line, &QObject::destroyed, this, [this] { Q_EMIT problemChanged({}); });
    }
    return line;
}

void ValueDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const
{
    if (auto *box = qobject_cast<QComboBox *>(editor)) {
        box->setCurrentIndex(box->findText(index.data(Qt::EditRole).toString()));
    } else {
        RowDelegate::setEditorData(editor, index);
    }
}

void ValueDelegate::setModelData(QWidget *editor, QAbstractItemModel *model,
                                 const QModelIndex &index) const
{
    if (const auto *box = qobject_cast<QComboBox *>(editor)) {
        model->setData(index, box->currentText(), Qt::EditRole);
    } else if (editor->property(problemProperty).toString().isEmpty()) {
        RowDelegate::setModelData(editor, model, index);
    }
}

bool ValueDelegate::eventFilter(QObject *object, QEvent *event)
{
    auto *line = qobject_cast<QLineEdit *>(object);
    if (line != nullptr && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent *>(event)->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
            if (!line->property(problemProperty).toString().isEmpty()) {
                return true; // mended or given up with Escape, but not taken
            }
            break;
        case Qt::Key_Up: return step(*line, 1);
        case Qt::Key_Down: return step(*line, -1);
        default: break;
        }
    }
    return RowDelegate::eventFilter(object, event);
}

/// As if the next whole number had been typed, unless the check refuses it.
bool ValueDelegate::step(QLineEdit &line, int by) const
{
    bool isWhole = false;
    const qlonglong value = line.text().toLongLong(&isWhole);
    if (!isWhole) {
        return false;
    }
    const QString before = line.text();
    line.setText(QString::number(value + by));
    Q_EMIT line.textEdited(line.text());
    if (!line.property(problemProperty).toString().isEmpty()) {
        line.setText(before);
        Q_EMIT line.textEdited(before);
    }
    return true;
}

} // namespace nervure
