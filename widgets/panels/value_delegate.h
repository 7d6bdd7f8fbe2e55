// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/row_delegate.h"

namespace nervure {

/// Editors for cells: a choice where the model offers values (ChoicesRole), else a line.
class ValueDelegate : public RowDelegate {
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model,
                      const QModelIndex &index) const override;
};

} // namespace nervure
