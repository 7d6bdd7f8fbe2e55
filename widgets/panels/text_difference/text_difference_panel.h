// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/node_lineage.h"
#include "widgets/panels/panel.h"

class QStackedWidget;

namespace nervure {

class EmptyState;
class LineDifferenceModel;
class NodeView;

/// The text of the step that is shown, as far as it differs from the one before, or the one that it is
/// compared with. A line goes to its node, and the selected node to its line.
class TextDifferencePanel : public Panel {
    Q_OBJECT

public:
    explicit TextDifferencePanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void showLines();

    LineDifferenceModel *m_model;
    StagePlace m_linesOf; ///< of which stage the lines are: their nodes are of its graph
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
