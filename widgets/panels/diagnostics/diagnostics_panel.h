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
    DiagnosticModel *m_model;
    QLabel *m_summary;
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
