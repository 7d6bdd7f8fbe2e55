// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/node_page.h"

#include "core/builtins.h"
#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_changes.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/graph_summary.h"
#include "widgets/models/value_model.h"
#include "widgets/panels/inspector/attribute_section.h"
#include "widgets/panels/inspector/finding_section.h"
#include "widgets/panels/inspector/input_section.h"
#include "widgets/panels/inspector/link_delegate.h"
#include "widgets/panels/inspector/note_section.h"
#include "widgets/panels/inspector/tensor_section.h"
#include "widgets/panels/inspector/time_section.h"
#include "widgets/panels/inspector/weight_section.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/style/deferred_call.h"
#include "widgets/style/form.h"
#include "widgets/text/core_words.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>

namespace nervure {

namespace {

/// "Fused (conv0, bn0: folded batch_norm into conv2d)".
QString changeText(const ModelStage &stage, NodeId node)
{
    for (const NodeChange &change : stage.changes()) {
        if (change.node != node || change.mark == ChangeMark::Removed) {
            continue;
        }
        const QString word = change.mark == ChangeMark::Added     ? NodePage::tr("New")
                             : change.mark == ChangeMark::Changed ? NodePage::tr("Changed")
                                                                  : NodePage::tr("Fused");
        const QString origin = originText(change, *stage.before);
        return origin.isEmpty() ? word : QStringLiteral("%1 (%2)").arg(word, origin);
    }
    return NodePage::tr("Unchanged");
}

/// What of the node and its values is otherwise, from what to what, one a line.
QStringList changeLines(const ModelStage &stage, NodeId node)
{
    QStringList lines;
    for (const NodeChange &change : stage.changes()) {
        if (change.node == node && change.mark != ChangeMark::Removed) {
            lines.append(detailTexts(change.details));
        }
    }
    for (const ChangedValue &value :
         stage.difference ? std::span(stage.difference->values) : std::span<const ChangedValue>()) {
        if (value.node == node) {
            lines.append(valueText(value));
        }
    }
    return lines;
}

/// How many nodes there are of each operator; of the variables under "".
using OperatorCounts = std::unordered_map<std::string, int>;

/// What people call an operator; "" stands for the variables.
QString operatorText(std::string_view title)
{
    return title.empty() ? NodePage::tr("Variable") : toQString(title);
}

std::string titleOf(const Node &node)
{
    return node.isVariable() ? std::string() : nodeTitle(node);
}

/// "conv2d 12, relu 9, …": the most frequent operators.
QString countedText(const OperatorCounts &counts)
{
    constexpr std::size_t mostShown = 6;
    std::vector<std::pair<std::string, int>> ordered(counts.begin(), counts.end());
    std::sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) {
        return std::pair(-a.second, a.first) < std::pair(-b.second, b.first);
    });
    QStringList parts;
    for (std::size_t i = 0; i < std::min(ordered.size(), mostShown); ++i) {
        parts << QStringLiteral("%1 %2").arg(operatorText(ordered[i].first)).arg(ordered[i].second);
    }
    if (ordered.size() > mostShown) {
        parts << NodePage::tr("and %n more", nullptr, static_cast<int>(ordered.size() - mostShown));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

NodePage::NodePage(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_followWidth(new DeferredCall(this, [this] { followWidth(); })),
      m_operator(new QLabel(this)),
      m_name(new QLineEdit(this)),
      m_summary(new QLabel(this)),
      m_origin(new QLabel(this)),
      m_failure(new QLabel(this)),
      m_findings(new FindingSection(context, this)),
      m_costs(new Form),
      m_times(new TimeSection(context, this)),
      m_input(new InputSection(context, this)),
      m_weight(new WeightSection(context, QStringLiteral("inspector-weight"), this)),
      m_tensor(new TensorSection(context, QStringLiteral("inspector-tensor"), this)),
      m_attributes(new AttributeSection(context, this)),
      m_note(new NoteSection(context, this)),
      m_inputs(new ValueModel(this)),
      m_inputTitle(sectionLabel(tr("Inputs"), this)),
      m_outputs(new ValueModel(this)),
      m_outputTitle(sectionLabel(tr("Outputs"), this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    createHeader(column);
    column->addWidget(m_findings);
    m_costs->setHorizontalSpacing(16);
    m_parameters = addFact(m_costs, QStringLiteral("inspector-node-parameters"), tr("Parameters"));
    m_macs = addFact(m_costs, QStringLiteral("inspector-node-macs"), tr("MACs"));
    column->addLayout(m_costs);
    column->addWidget(m_times);
    column->addWidget(m_input);
    column->addWidget(m_weight);
    column->addWidget(m_attributes);
    m_inputView = createValues(QStringLiteral("inspector-inputs"), tr("Inputs"), m_inputs);
    m_outputView = createValues(QStringLiteral("inspector-outputs"), tr("Outputs"), m_outputs);
    column->addWidget(m_inputTitle);
    column->addWidget(m_inputView);
    column->addWidget(m_outputTitle);
    column->addWidget(m_outputView);
    column->addWidget(m_tensor);
    column->addWidget(m_note);
    column->addStretch();
}

void NodePage::createHeader(QVBoxLayout *column)
{
    m_operator->setObjectName(QStringLiteral("inspector-operator"));
    QFont font = m_operator->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_operator->setFont(font);
    m_operator->setTextInteractionFlags(Qt::TextSelectableByMouse);
    letBreak(m_operator);
    m_name->setObjectName(QStringLiteral("inspector-name"));
    m_name->setAccessibleName(tr("Name of the node"));
    m_name->setToolTip(tr("Name of the node; Enter renames"));
    m_summary->setObjectName(QStringLiteral("inspector-summary"));
    m_summary->setWordWrap(true);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_origin->setObjectName(QStringLiteral("inspector-origin"));
    m_origin->setWordWrap(true);
    m_failure->setObjectName(QStringLiteral("inspector-failure"));
    m_failure->setWordWrap(true);
    m_failure->hide();
    connect(m_name, &QLineEdit::editingFinished, this, &NodePage::rename);
    for (QWidget *part : {static_cast<QWidget *>(m_operator), static_cast<QWidget *>(m_name),
                          static_cast<QWidget *>(m_summary), static_cast<QWidget *>(m_origin),
                          static_cast<QWidget *>(m_failure)}) {
        column->addWidget(part);
    }
}

NodeView *NodePage::createValues(const QString &name, const QString &title, ValueModel *model)
{
    NodeView *view = linkView(name, title, model, this);
    connect(view, &NodeView::nodeActivated, this,
            [this](NodeId node) { m_context.selection.jumpTo(node); });
    return view;
}

void NodePage::setNodes(const std::vector<NodeId> &nodes)
{
    const NodeId node = nodes.back();
    if (node != m_node) {
        m_failure->hide();
    }
    m_isTyping = node == m_node && m_name->hasFocus() && m_name->isModified();
    m_node = node;
    const GraphDocument &document = m_context.document;
    const Node &shown = document.stage().graph->node(node);
    const bool isOne = nodes.size() == 1;
    if (isOne) {
        showHeader(shown);
    } else {
        showHeader(nodes);
    }
    showOrigin(isOne);
    m_name->setReadOnly(document.stage().isOfPass());
    m_name->setVisible(isOne);
    m_attributes->setNodes(nodes);
    m_findings->setNode(isOne ? node : NodeId());
    showCosts(isOne);
    m_times->setNode(isOne ? node : NodeId());
    m_input->setNode(isOne ? node : NodeId());
    m_weight->setNode(isOne ? node : NodeId());
    m_tensor->setEntry(isOne && m_weight->isHidden() ? std::optional(Entry{node, 0, 0})
                                                     : std::nullopt);
    m_note->setVisible(isOne);
    m_note->setNode(node);
    showValues(isOne);
}

/// Values are those of one node: beside the attributes of several they would be taken for theirs.
void NodePage::showValues(bool areShown)
{
    const GraphDocument &document = m_context.document;
    m_inputs->setInputs(document, m_node);
    m_outputs->setOutputs(document, m_node);
    const bool hasInputs = areShown && m_inputs->rowCount() > 0;
    m_inputTitle->setVisible(hasInputs);
    m_inputView->setVisible(hasInputs);
    m_outputTitle->setVisible(areShown);
    m_outputView->setVisible(areShown);
    fitTables();
}

/// How high the rows are depends on how wide the names may be.
void NodePage::fitTables()
{
    alignFirstColumns({m_attributes->view(), m_inputView, m_outputView}, width() * 2 / 5);
    fitHeight(m_inputView, m_inputs->rowCount());
    fitHeight(m_outputView, m_outputs->rowCount());
}

void NodePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        m_followWidth->request();
    }
}

/// The tables have taken their width.
void NodePage::followWidth()
{
    m_inputView->doItemsLayout();
    m_outputView->doItemsLayout();
    fitTables();
}

/// What the node holds and what one run of it costs, as far as that is known.
void NodePage::showCosts(bool isOne)
{
    const NodeSummary costs = isOne ? summarize(m_context.document, m_node) : NodeSummary();
    const auto show = [this](QLabel *label, const std::optional<std::int64_t> &amount,
                             const QString &text) {
        m_costs->setRowVisible(label, amount.value_or(0) > 0);
        label->setText(text);
        label->setToolTip(amount ? formatCount(*amount) : QString());
    };
    QString parameters = costs.parameters ? formatCount(*costs.parameters) : QString();
    if (costs.parameterBytes) {
        parameters += QStringLiteral(" · ") + formatBytes(*costs.parameterBytes);
    }
    show(m_parameters, costs.parameters, parameters);
    show(m_macs, costs.macs,
         costs.macs ? formatAmount(static_cast<double>(*costs.macs)) : QString());
}

void NodePage::showHeader(const Node &node)
{
    m_operator->setText(breakable(operatorText(titleOf(node))));
    m_summary->setText(summaryOf(node));
    // What is being typed is not lost to an inference that ends meanwhile.
    if (!m_isTyping) {
        m_name->setText(toQString(node.name));
    }
}

/// Several nodes: how many there are of which operators.
void NodePage::showHeader(const std::vector<NodeId> &nodes)
{
    const Graph &graph = *m_context.document.stage().graph;
    OperatorCounts counts;
    for (const NodeId id : nodes) {
        ++counts[titleOf(graph.node(id))];
    }
    const auto count = static_cast<int>(nodes.size());
    if (counts.size() == 1) {
        m_operator->setText(
            tr("%1, %n nodes", nullptr, count).arg(operatorText(counts.begin()->first)));
        m_summary->setText(summaryOf(graph.node(nodes.back())));
        return;
    }
    m_operator->setText(tr("%n nodes", nullptr, count));
    m_summary->setText(countedText(counts));
}

QString NodePage::summaryOf(const Node &node) const
{
    if (node.isVariable()) {
        return tr("A value from outside: an input or a parameter.");
    }
    if (const std::string *kernel = calledKernel(node)) {
        return tr("Calls the compiled kernel %1.").arg(toQString(*kernel));
    }
    const OpSpec *spec = m_context.builtins.ops.find(node);
    return spec != nullptr
               ? coreWords(spec->summary)
               : tr("Nervure does not know this operator. It is shown and saved as it is; its "
                    "shapes cannot be inferred.");
}

/// In the stage of a pass: what the pass did to this node.
void NodePage::showOrigin(bool isOne)
{
    const GraphDocument &document = m_context.document;
    const ModelStage &stage = document.stage();
    m_origin->setVisible(isOne && stage.isOfPass());
    if (m_origin->isHidden()) {
        return;
    }
    const auto step = static_cast<std::size_t>(document.shownStep()) - 1;
    const QString pass = document.passSteps()[step].name;
    QStringList lines = changeLines(stage, m_node);
    lines.prepend(tr("%1 in the graph after %2, which is a copy and cannot be edited.")
                      .arg(changeText(stage, m_node), pass));
    m_origin->setText(lines.join(u'\n'));
}

void NodePage::rename()
{
    m_name->setModified(false);
    GraphDocument &document = m_context.document;
    if (document.stage().isOfPass() || !document.graph().contains(m_node)
        || m_name->text() == toQString(document.graph().node(m_node).name)) {
        return;
    }
    if (const auto edit = performEdit(document, EditKind::Rename,
                                      {.nodes = {m_node}, .text = m_name->text().toStdString()});
        !edit) {
        showFailure(diagnosticMessage(edit.error()));
        m_name->setText(toQString(document.graph().node(m_node).name));
    } else {
        m_failure->hide();
    }
}

void NodePage::showFailure(const QString &message)
{
    m_failure->setText(message);
    m_failure->show();
}

} // namespace nervure
