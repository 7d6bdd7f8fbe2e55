// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QStackedWidget;

namespace nervure {

class EmptyState;
class NodeView;
class StepChangeModel;

/// What the pass that the document stands at did: in a line, and node by node. A click goes to a node.
class ChangesPanel : public Panel {
    Q_OBJECT

public:
    explicit ChangesPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;

private:
    StepChangeModel *m_model;
    QLabel *m_title;
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
