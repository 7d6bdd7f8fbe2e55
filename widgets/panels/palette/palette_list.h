// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/palette_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace nervure {

class NodeView;

/// A field to search in and the operators that answer: by category while nothing is typed. Enter
/// chooses the first one, Down goes into the list, and operators can be dragged out of it.
class PaletteList : public QWidget {
    Q_OBJECT

public:
    /// `ops` must outlive the list.
    PaletteList(const OpRegistry &ops, QWidget *parent);

    /// What is looked for; the words are the person's own.
    void setQuery(const PaletteQuery &query);
    void takeFocus();
    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// Double click or Enter; "null" is a variable.
    void operatorChosen(const QString &op);

private:
    void search();
    void choose(const QModelIndex &cell);
    void chooseFirst();

    const OpRegistry &m_ops;
    PaletteQuery m_query;
    PaletteModel *m_model;
    QLineEdit *m_words;
    NodeView *m_view;
    QLabel *m_help;
};

} // namespace nervure
