// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/jobs/pipeline.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace nervure {

class GraphDocument;
class QueryEdit;

/// The conditions that passes stop at: a line to add one, and those there are, switched on and off by their
/// boxes and taken out with Delete. The line hides until somebody wants it.
class BreakList : public QWidget {
    Q_OBJECT

public:
    explicit BreakList(QWidget *parent);

    void setBreaks(const PassBreaks &breaks);
    /// What the model adds to the words that queries are made of.
    void setDocument(const GraphDocument &document);
    /// Shows the line to add one, and gives it the keyboard; or hides it.
    void setAsking(bool isAsking);

Q_SIGNALS:
    /// The person wants it so.
    void changed(const nervure::PassBreaks &breaks);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QWidget *createLine();
    void createList();
    void showKind();
    void add();
    void takeOut();
    void tell();

    QWidget *m_line = nullptr;
    QComboBox *m_kind;
    QStackedWidget *m_subject; ///< the query, or the time
    QueryEdit *m_query;
    QDoubleSpinBox *m_ms;
    QLabel *m_failure;
    QListWidget *m_list;
    PassBreaks m_breaks;
    bool m_isFilling = false;
};

} // namespace nervure
