// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QStackedWidget;

namespace nervure {

class DiagnosticModel;
class EmptyState;
class NodeView;

/// What was found wrong with the model, worst first; a click leads to the node.
class DiagnosticsPanel : public Panel {
    Q_OBJECT

public:
    explicit DiagnosticsPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void showMenu(const QPoint &at);
    void showSources();
    void fix(int row);

    DiagnosticModel *m_model;
    QLabel *m_summary;
    NodeView *m_view;
    QLabel *m_sources; ///< what the node of the chosen row reads: both sides of a contradiction
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
