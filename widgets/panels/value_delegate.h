// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/row_delegate.h"

#include <functional>

class QLineEdit;

namespace nervure {

/// Editors for cells: a choice where the model offers values (ChoicesRole), else a line. A line is
/// checked while one types: what is wrong is marked and told, Enter does not take it, and leaving
/// the cell gives it up. Up and Down step through whole numbers.
class ValueDelegate : public RowDelegate {
    Q_OBJECT

public:
    /// What is wrong with a text for a cell of the view; empty when it may be taken.
    using Check = std::function<QString(const QModelIndex &index, const QString &text)>;

    using RowDelegate::RowDelegate;

    void setCheck(Check check) { m_check = std::move(check); }

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model,
                      const QModelIndex &index) const override;

Q_SIGNALS:
    /// Of the text that is being typed; empty: it may be taken, or nobody types any more.
    void problemChanged(const QString &problem) const;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QWidget *makeChoice(QWidget *parent, const QStringList &choices) const;
    QWidget *makeLine(QWidget *parent, const QModelIndex &index) const;
    bool step(QLineEdit &line, int by) const;

    Check m_check;
};

} // namespace nervure
