// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QStackedWidget;

namespace nervure {

class EmptyState;
class NodeTrailModel;
class NodeView;
class StepChangeModel;

/// What the pass that the document stands at did: in a line, and node by node; a click goes to a node. Below
/// it, what every step did to the nodes that are selected; a click goes to a step.
class ChangesPanel : public Panel {
    Q_OBJECT

public:
    explicit ChangesPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    QWidget *createTrail();

    StepChangeModel *m_model;
    QLabel *m_title;
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    NodeTrailModel *m_trail;
    NodeView *m_trailView;
    QWidget *m_trailSide;
};

} // namespace nervure
