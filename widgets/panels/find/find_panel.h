// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QLineEdit;
class QStackedWidget;

namespace nervure {

class EmptyState;
class FindModel;
class NodeView;

/// Search as one types; the canvas follows the chosen result.
class FindPanel : public Panel {
    Q_OBJECT

public:
    explicit FindPanel(const PanelContext &context);

    void takeFocus() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void createView();
    void goToFirst();

    FindModel *m_model;
    QLineEdit *m_query;
    QLabel *m_count;
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
