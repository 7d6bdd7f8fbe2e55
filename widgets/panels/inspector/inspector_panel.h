// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/body_place.h"
#include "widgets/panels/panel.h"

#include <optional>

class QScrollArea;
class QStackedWidget;

namespace nervure {

class EmptyState;
class GraphPage;
class InnerPage;
class NodePage;
class ValuePage;

/// Details of the selected node, also of one in a body, or value, or of the whole model when nothing is selected.
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
    /// The node in a body that is selected and there; nothing: another page shows.
    [[nodiscard]] std::optional<InnerNode> shownInner() const;
    void startAtTop(const InnerNode &node);

    QStackedWidget *m_pages;
    NodePage *m_nodePage;
    GraphPage *m_graphPage;
    ValuePage *m_valuePage;
    InnerPage *m_innerPage;
    EmptyState *m_empty;
    InnerNode m_shownNode; ///< without a way: of the graph itself
};

} // namespace nervure
