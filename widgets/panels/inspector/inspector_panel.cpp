// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/inspector_panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/inspector/graph_page.h"
#include "widgets/panels/inspector/inner_page.h"
#include "widgets/panels/inspector/node_page.h"
#include "widgets/panels/inspector/value_page.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

namespace {
enum Page { NodeDetails, GraphDetails, ValueDetails, InnerDetails, Nothing };
} // namespace

InspectorPanel::InspectorPanel(const PanelContext &context)
    : Panel(QStringLiteral("inspector"), context),
      m_pages(new QStackedWidget(this)),
      m_nodePage(new NodePage(context, this)),
      m_graphPage(new GraphPage(context, this)),
      m_valuePage(new ValuePage(context, this)),
      m_innerPage(new InnerPage(context, this)),
      m_empty(new EmptyState(this))
{
    m_pages->addWidget(scrolled(m_nodePage));
    m_pages->addWidget(scrolled(m_graphPage));
    m_pages->addWidget(scrolled(m_valuePage));
    m_pages->addWidget(scrolled(m_innerPage));
    m_pages->addWidget(m_empty);
    m_empty->setWords(tr("Attributes, shapes and links of the selected node."), tr("Open a model"));
    connect(m_empty, &EmptyState::actionTriggered, this,
            [this] { Q_EMIT actionRequested(QStringLiteral("open")); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
}

QScrollArea *InspectorPanel::scrolled(QWidget *page)
{
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(page);
    return area;
}

void InspectorPanel::takeFocus()
{
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void InspectorPanel::refresh()
{
    // What is shown depends on the selection, which is always shown after a refresh.
}

void InspectorPanel::showSelection()
{
    const NodeId node = selection().current();
    const std::optional<Entry> &value = selection().value();
    const Graph &graph = *document().stage().graph;
    if (const auto inner = shownInner()) {
        m_innerPage->setNode(*inner);
        m_pages->setCurrentIndex(InnerDetails);
        startAtTop(*inner);
    } else if (node.isValid() && graph.contains(node)) {
        std::vector<NodeId> nodes = selection().nodes();
        std::erase_if(nodes, [&graph](NodeId id) { return !graph.contains(id); });
        m_nodePage->setNodes(nodes);
        m_pages->setCurrentIndex(NodeDetails);
        startAtTop({{}, node});
    } else if (value && graph.contains(value->node)) {
        m_valuePage->setValue(*value);
        m_pages->setCurrentIndex(ValueDetails);
    } else if (!document().isEmpty()) {
        m_graphPage->showDocument();
        m_pages->setCurrentIndex(GraphDetails);
    } else {
        m_pages->setCurrentIndex(Nothing);
    }
}

std::optional<InnerNode> InspectorPanel::shownInner() const
{
    const auto &inner = selection().inner();
    const bool isShown = inner && selection().nodes().size() == 1
                         && nodeAt(*document().stage().graph, *inner) != nullptr;
    return isShown ? inner : std::nullopt;
}

/// Another node is read from its start; the same one stays where it was read.
void InspectorPanel::startAtTop(const InnerNode &node)
{
    if (!(node == m_shownNode)) {
        m_shownNode = node;
        static_cast<QScrollArea *>(m_pages->currentWidget())->verticalScrollBar()->setValue(0);
    }
}

void registerInspector(PanelRegistry &panels)
{
    // Its key is that of the action "graph-properties".
    panels.add({"inspector", [] { return InspectorPanel::tr("Inspector"); },
                QStringLiteral("inspector"), Qt::RightDockWidgetArea, QKeySequence(),
                [](const PanelContext &context) { return new InspectorPanel(context); },
                "reading-a-graph"});
}

} // namespace nervure
