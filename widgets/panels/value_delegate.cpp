// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/value_delegate.h"

#include "widgets/models/column.h"

#include <QComboBox>
#include <QLineEdit>

namespace nervure {

QWidget *ValueDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                                     const QModelIndex &index) const
{
    QWidget *editor = nullptr;
    const QStringList choices = index.data(ChoicesRole).toStringList();
    if (choices.isEmpty()) {
        editor = RowDelegate::createEditor(parent, option, index);
    } else {
        auto *box = new QComboBox(parent);
        box->addItems(choices);
        // A chosen value is meant: no second click to confirm.
        connect(box, &QComboBox::activated, this, [this, box] {
            auto *self = const_cast<ValueDelegate *>(this);
            Q_EMIT self->commitData(box);
            Q_EMIT self->closeEditor(box);
        });
        editor = box;
    }
    editor->setObjectName(QStringLiteral("cell-editor"));
    editor->setAccessibleName(index.siblingAtColumn(0).data().toString());
    editor->setFont(index.data(Qt::FontRole).value<QFont>());
    return editor;
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
    } else {
        RowDelegate::setModelData(editor, model, index);
    }
}

} // namespace nervure
