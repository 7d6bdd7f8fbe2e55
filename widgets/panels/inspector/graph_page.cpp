// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/graph_page.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/gap_words.h"
#include "widgets/models/graph_summary.h"
#include "widgets/models/input_model.h"
#include "widgets/panels/inspector/note_section.h"
#include "widgets/panels/inspector/output_section.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/panels/value_delegate.h"
#include "widgets/style/form.h"
#include "widgets/text/format.h"

#include <QLabel>
#include <QVBoxLayout>

namespace nervure {

namespace {

constexpr int mostInputRows = 12; ///< of inputs that are seen at once

/// A number, or why there is none.
template <typename Format>
QString known(const std::optional<std::int64_t> &number, bool isInferred, Format format)
{
    if (number) {
        return format(*number);
    }
    return isInferred ? GraphPage::tr("not known") : GraphPage::tr("not known before inference");
}

} // namespace

GraphPage::GraphPage(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_title(sectionLabel({}, this)),
      m_inputs(new InputModel(this)),
      m_inputView(new NodeView(QStringLiteral("inspector-graph-inputs"), tr("Inputs"), this)),
      m_inputTitle(sectionLabel(tr("Inputs"), this)),
      m_failure(new QLabel(this)),
      m_outputs(new OutputSection(context, this)),
      m_note(new NoteSection(context, this))
{
    m_title->setObjectName(QStringLiteral("inspector-title"));
    letBreak(m_title);
    auto *form = new Form;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(6);
    m_format = addFact(form, QStringLiteral("inspector-format"), tr("Format"));
    m_nodes = addFact(form, QStringLiteral("inspector-nodes"), tr("Nodes"));
    m_parameters = addFact(form, QStringLiteral("inspector-parameters"), tr("Parameters"));
    m_macs = addFact(form, QStringLiteral("inspector-macs"), tr("MACs"));
    m_memory = addFact(form, QStringLiteral("inspector-memory"), tr("Planned memory"));
    m_macs->setToolTip(tr("Multiply-accumulates of one run"));
    createInputs();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_title);
    column->addLayout(form);
    column->addWidget(m_inputTitle);
    column->addWidget(m_inputView);
    column->addWidget(m_failure);
    column->addWidget(m_outputs);
    column->addWidget(m_note);
    column->addStretch();
}

void GraphPage::createInputs()
{
    m_failure->setObjectName(QStringLiteral("inspector-input-failure"));
    m_failure->setWordWrap(true);
    m_failure->hide();
    m_inputView->setRows(m_inputs);
    shareColumns(m_inputView, InputModel::Type);
    m_inputView->setItemDelegate(new ValueDelegate(m_inputView));
    connect(m_inputView, &NodeView::nodeActivated, this, [this](NodeId node) {
        if (m_inputView->currentIndex().column() == InputModel::Name) {
            m_context.selection.jumpTo(node);
        }
    });
    // The editor is still open when the model tells.
    connect(
        m_inputs, &InputModel::shapeGiven, this,
        [this](const QString &input, const Shape &shape) {
            m_failure->hide();
            giveShape(m_context.document, input, shape);
        },
        Qt::QueuedConnection);
    connect(
        m_inputs, &InputModel::sizesGiven, this,
        [this](const QString &input, const Dimensions &sizes) {
            m_failure->hide();
            giveSizes(m_context.document, input, sizes);
        },
        Qt::QueuedConnection);
    connect(
        m_inputs, &InputModel::typeGiven, this,
        [this](const QString &input, DType dtype) { giveType(m_context.document, input, dtype); },
        Qt::QueuedConnection);
    connect(m_inputs, &InputModel::refused, this, [this](const QString &message) {
        m_failure->setText(message);
        m_failure->show();
    });
}

void GraphPage::showDocument()
{
    const GraphDocument &document = m_context.document;
    m_title->setText(breakable(document.title()));
    m_title->setToolTip(document.path());
    showNumbers(summarize(document));
    m_inputs->setDocument(document);
    m_outputs->showDocument();
    m_note->setNode({});
    m_inputTitle->setVisible(m_inputs->rowCount() > 0);
    m_inputView->setVisible(m_inputs->rowCount() > 0);
    m_inputView->fitRows(mostInputRows);
}

void GraphPage::showNumbers(const GraphSummary &summary)
{
    const GraphTotals &totals = summary.totals;
    m_format->setText(summary.format);
    m_nodes->setText(
        tr("%1, including %Ln operator(s)", nullptr, static_cast<int>(summary.operatorCount))
            .arg(formatCount(summary.nodeCount)));
    QString parameters = known(totals.parameters, summary.isInferred, formatCount);
    if (totals.parameterBytes) {
        parameters += QStringLiteral(" · ") + formatBytes(*totals.parameterBytes);
        m_parameters->setToolTip(formatBytesExactly(*totals.parameterBytes));
    }
    m_parameters->setText(parameters);
    m_macs->setText(known(totals.macs, summary.isInferred, [](std::int64_t macs) {
        return formatAmount(static_cast<double>(macs));
    }));
    m_memory->setText(totals.plannedBytes  ? planWords(*totals.plannedBytes, summary.planGap)
                      : summary.isInferred ? tr("not known")
                                           : tr("not planned yet"));
}

} // namespace nervure
