// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/inner_page.h"

#include "core/builtins.h"
#include "core/graph/body_names.h"
#include "core/graph/op/kernel_parts.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/node_search.h"
#include "widgets/models/value_model.h"
#include "widgets/panels/inspector/link_delegate.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/style/form.h"
#include "widgets/text/format.h"

#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

InnerPage::InnerPage(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_operator(new QLabel(this)),
      m_name(new QLabel(this)),
      m_owner(new QPushButton(this)),
      m_attributes(new Form),
      m_inputs(new ValueModel(this)),
      m_inputTitle(sectionLabel(tr("Inputs"), this)),
      m_outputs(new ValueModel(this))
{
    createHeader();
    m_inputView = createValues(QStringLiteral("inspector-inner-inputs"), tr("Inputs"), m_inputs);
    m_outputView =
        createValues(QStringLiteral("inspector-inner-outputs"), tr("Outputs"), m_outputs);
    m_attributes->setHorizontalSpacing(16);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    column->addWidget(m_operator);
    column->addWidget(m_name);
    column->addWidget(m_owner, 0, Qt::AlignLeft);
    column->addLayout(m_attributes);
    column->addWidget(m_inputTitle);
    column->addWidget(m_inputView);
    column->addWidget(sectionLabel(tr("Outputs"), this));
    column->addWidget(m_outputView);
    column->addStretch();
    connect(&context.document, &GraphDocument::inputFactsChanged, this,
            [this] { m_ofGraph.reset(); });
}

void InnerPage::createHeader()
{
    m_operator->setObjectName(QStringLiteral("inspector-inner-operator"));
    QFont font = m_operator->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_operator->setFont(font);
    m_name->setObjectName(QStringLiteral("inspector-inner-name"));
    for (QLabel *label : {m_operator, m_name}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        letBreak(label);
    }
    m_owner->setObjectName(QStringLiteral("inspector-inner-owner"));
    m_owner->setToolTip(tr("Shows the node that holds this part of the model"));
    m_owner->setAccessibleName(
        m_owner->toolTip()); // its text is a name, none while it shows nothing
    connect(m_owner, &QPushButton::clicked, this,
            [this] { m_context.selection.jumpTo(m_inner.path.front().first); });
}

NodeView *InnerPage::createValues(const QString &name, const QString &title, ValueModel *model)
{
    NodeView *view = linkView(name, title, model, this);
    connect(view, &NodeView::nodeActivated, this, [this](NodeId node) {
        m_context.selection.setNodes({m_inner.path.front().first}, InnerNode{m_inner.path, node});
    });
    return view;
}

void InnerPage::setNode(const InnerNode &inner)
{
    m_inner = inner;
    const Graph &graph = *m_context.document.stage().graph;
    const Node &node = *nodeAt(graph, inner);
    learnTypes();
    showHeader(node);
    showAttributes(node);
    showValues();
}

/// Those of all bodies at once, as one walk through the graph tells them.
void InnerPage::learnTypes()
{
    const GraphDocument &document = m_context.document;
    const auto &graph = document.stage().graph;
    if (graph == m_ofGraph) {
        return;
    }
    m_ofGraph = graph;
    m_bodies.reset();
    m_context.jobs.start(
        {tr("Inferring types in bodies"), QStringLiteral("inner-types")}, this,
        [graph, facts = factsOfInputs(document),
         &ops = m_context.builtins.ops](const JobControl &control) {
            return std::make_shared<const Bodies>(shownBodies(*graph, ops, facts, control.cancel));
        },
        [this, graph](const std::shared_ptr<const Bodies> &bodies) {
            if (graph == m_ofGraph) {
                m_bodies = bodies;
                const auto &shown = m_context.selection.inner();
                if (shown == m_inner && graph == m_context.document.stage().graph) {
                    showValues();
                }
            }
        });
}

void InnerPage::showHeader(const Node &node)
{
    const Graph &graph = *m_context.document.stage().graph;
    m_operator->setText(breakable(node.isVariable() ? tr("Variable") : toQString(nodeTitle(node))));
    m_name->setText(breakable(toQString(node.name)));
    m_name->setVisible(!node.name.empty());
    const std::string path = bodyPath(graph, m_inner.path); // with a slash at its end
    m_owner->setText(tr("In %1").arg(toQString(path.substr(0, path.size() - 1))));
}

void InnerPage::showAttributes(const Node &node)
{
    m_attributes->shrinkTo(0);
    for (const auto &[key, text] : node.attrs) {
        const QString name = toQString(key);
        QLabel *value =
            addFact(m_attributes, QStringLiteral("inspector-inner-attribute-") + name, name);
        value->setText(breakable(toQString(text)));
        letBreak(value);
    }
}

void InnerPage::showValues()
{
    const GraphDocument &document = m_context.document;
    const Graph &graph = *graphAt(*document.stage().graph, m_inner.path);
    const Bodies none;
    const Bodies &bodies = m_bodies ? *m_bodies : none;
    const auto body = std::find_if(bodies.begin(), bodies.end(), [this](const ShownBody &one) {
        return one.place == m_inner.path;
    });
    const ValueContext values{
        graph, m_context.builtins.ops, document.semantics(), [&](const Entry &entry) {
            return body == bodies.end() ? EntryFacts()
                                        : entryFacts(graph, body->index, body->analyses, entry);
        }};
    m_inputs->setInputs(values, m_inner.node);
    m_outputs->setOutputs(values, m_inner.node);
    m_inputTitle->setVisible(m_inputs->rowCount() > 0);
    m_inputView->setVisible(m_inputs->rowCount() > 0);
    fitTables();
}

void InnerPage::fitTables()
{
    alignFirstColumns({m_inputView, m_outputView}, width() * 2 / 5);
    fitHeight(m_inputView, m_inputs->rowCount());
    fitHeight(m_outputView, m_outputs->rowCount());
}

void InnerPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fitTables();
    }
}

} // namespace nervure
