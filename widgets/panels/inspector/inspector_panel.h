// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QScrollArea;
class QStackedWidget;

namespace nervure {

class EmptyState;
class GraphPage;
class NodePage;
class ValuePage;

/// Details of the selected node or value, or of the whole model when nothing is selected.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    QScrollArea *scrolled(QWidget *page);
    void startAtTop(NodeId node);

    QStackedWidget *m_pages;
    NodePage *m_nodePage;
    GraphPage *m_graphPage;
    ValuePage *m_valuePage;
    EmptyState *m_empty;
    NodeId m_shownNode;
};

} // namespace nervure
