// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QStackedWidget;

namespace nervure {

class EmptyState;
class HistoryModel;
class NodeView;

/// All edits since the file was opened, with the state that was saved; a click goes to a state.
class HistoryPanel : public Panel {
    Q_OBJECT

public:
    explicit HistoryPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;

private:
    void goTo(const QModelIndex &cell);

    HistoryModel *m_model;
    QLabel *m_summary;
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
