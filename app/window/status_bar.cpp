// SPDX-License-Identifier: Apache-2.0
#include "app/window/status_bar.h"

#include "app/files/document_session.h"
#include "app/files/file_formats.h"
#include "app/window/inference_delta_list.h"
#include "app/window/job_indicator.h"
#include "core/builtins.h"
#include "core/graph/body_names.h"
#include "core/passes/lowering_pass.h"
#include "widgets/models/gap_words.h"
#include "widgets/models/graph_summary.h"
#include "widgets/models/inference_delta_model.h"
#include "widgets/models/value_model.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

/// What tr() chooses singular or plural by.
int pluralOf(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

} // namespace

StatusBar::StatusBar(DocumentSession &session, QWidget *parent)
    : QStatusBar(parent),
      m_session(session),
      m_nodes(addFact(QStringLiteral("status-nodes"))),
      m_parameters(addFact(QStringLiteral("status-parameters"))),
      m_macs(addFact(QStringLiteral("status-macs"))),
      m_memory(addFact(QStringLiteral("status-memory"))),
      m_selection(addFact(QStringLiteral("status-selection"))),
      m_findings(nullptr),
      m_readOnly(nullptr),
      m_inferenceDelta(nullptr),
      m_semantics(nullptr),
      m_zoom(nullptr)
{
    setObjectName(QStringLiteral("status-bar"));
    setSizeGripEnabled(false);
    auto *jobs = new JobIndicator(session.jobs, this);
    jobs->watch(session.worker);
    addPermanentWidget(jobs);
    m_findings = addButton(QStringLiteral("status-findings"));
    m_findings->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_findings, &QToolButton::clicked, this, &StatusBar::findingsClicked);
    m_inferenceDelta = addButton(QStringLiteral("status-consequences"));
    m_inferenceDelta->setToolTip(tr("Effects of the latest edit; click for a list"));
    m_readOnly = addButton(QStringLiteral("status-read-only"));
    connect(m_readOnly, &QToolButton::clicked, this, &StatusBar::importClicked);
    m_semantics = addButton(QStringLiteral("status-semantics"));
    m_zoom = addButton(QStringLiteral("status-zoom"));
    m_zoom->setToolTip(tr("Zoom; click for actual size"));
    connect(m_inferenceDelta, &QToolButton::clicked, this, &StatusBar::openInferenceDelta);
    connect(&session.inferenceDelta, &InferenceDeltaWatch::changed, this,
            &StatusBar::showInferenceDelta);
    connect(m_semantics, &QToolButton::clicked, this, &StatusBar::semanticsToggled);
    connect(m_zoom, &QToolButton::clicked, this, &StatusBar::zoomClicked);
    m_due.setSingleShot(true);
    m_due.setInterval(0);
    connect(&m_due, &QTimer::timeout, this, &StatusBar::showFacts);
    const GraphDocument &document = session.document;
    connect(&document, &GraphDocument::graphChanged, this, &StatusBar::scheduleFacts);
    connect(&document, &GraphDocument::analysesChanged, this, &StatusBar::scheduleFacts);
    connect(&document, &GraphDocument::examined, this, &StatusBar::scheduleFacts);
    connect(&document, &GraphDocument::titleChanged, this, &StatusBar::scheduleFacts);
    connect(&document, &GraphDocument::contentReplaced, this, &StatusBar::showSemantics);
    connect(&document, &GraphDocument::inputFactsChanged, this, &StatusBar::showSemantics);
    connect(&session.selection, &Selection::selectionChanged, this, &StatusBar::showSelection);
    showInferenceDelta();
    showZoom(1);
    showFacts();
    showSelection();
    showSemantics();
}

QLabel *StatusBar::addFact(const QString &name)
{
    auto *label = new QLabel(this);
    label->setObjectName(name);
    label->setContentsMargins(6, 0, 6, 0);
    label->setTextFormat(Qt::PlainText); // a name that reads as HTML could have any file read
    addWidget(label);
    return label;
}

QToolButton *StatusBar::addButton(const QString &name)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    addPermanentWidget(button);
    return button;
}

void StatusBar::showZoom(double scale)
{
    m_zoom->setText(tr("%1 %").arg(qRound(scale * 100)));
    m_zoom->setAccessibleName(tr("Zoom %1 percent").arg(qRound(scale * 100)));
}

void StatusBar::showFacts()
{
    const bool isShown = !m_session.document.isEmpty();
    for (QLabel *label : {m_nodes, m_parameters, m_macs, m_memory}) {
        label->setVisible(isShown);
    }
    m_semantics->setVisible(isShown);
    m_zoom->setVisible(isShown);
    showSelection(); // names change with edits
    showFindings();
    showReadOnly();
    if (!isShown) {
        return;
    }
    const GraphSummary facts = summarize(m_session.document);
    const GraphTotals &totals = facts.totals;
    m_nodes->setText(
        tr("%1 node(s)", nullptr, pluralOf(facts.nodeCount)).arg(formatCount(facts.nodeCount)));
    m_nodes->setToolTip(
        tr("%1 operator(s), the rest inputs and parameters", nullptr, pluralOf(facts.operatorCount))
            .arg(formatCount(facts.operatorCount)));
    m_parameters->setVisible(totals.parameters.has_value());
    if (totals.parameters) {
        const auto count = *totals.parameters;
        m_parameters->setText(tr("%1 parameter(s)", nullptr, pluralOf(count))
                                  .arg(formatAmount(static_cast<double>(count))));
        m_parameters->setToolTip(tr("%1 elements in %2 tensors")
                                     .arg(formatCount(count), formatCount(facts.parameterTensors)));
    }
    m_macs->setVisible(totals.macs.has_value());
    if (totals.macs) {
        m_macs->setText(tr("%1 MACs").arg(formatAmount(static_cast<double>(*totals.macs))));
        m_macs->setToolTip(tr("%1 multiply-accumulates in one run").arg(formatCount(*totals.macs)));
    }
    m_memory->setVisible(totals.plannedBytes.has_value());
    if (totals.plannedBytes) {
        m_memory->setText(tr("%1 planned").arg(planWords(*totals.plannedBytes, facts.planGap)));
        m_memory->setToolTip(
            facts.planGap ? gapWords(*facts.planGap)
                          : tr("Memory plan: %1").arg(formatBytesExactly(*totals.plannedBytes)));
    }
}

/// Errors and warnings; what is worst gives the sign.
void StatusBar::showFindings()
{
    int errors = 0;
    int warnings = 0;
    for (const Diagnostic &found : m_session.document.diagnostics()) {
        errors += found.severity == Severity::Error ? 1 : 0;
        warnings += found.severity == Severity::Warning ? 1 : 0;
    }
    QStringList words;
    if (errors > 0) {
        words.append(tr("%n error(s)", nullptr, errors));
    }
    if (warnings > 0) {
        words.append(tr("%n warning(s)", nullptr, warnings));
    }
    const QString text = words.join(QStringLiteral(", "));
    m_findings->setVisible(!words.isEmpty());
    m_findings->setText(text);
    m_findings->setIcon(
        tintedIcon(errors > 0 ? QStringLiteral("error") : QStringLiteral("warning")));
    m_findings->setAccessibleName(text);
    m_findings->setToolTip(tr("What was found wrong with the model; click for the list"));
}

/// Of files whose model becomes an NNVM graph by a click.
void StatusBar::showReadOnly()
{
    const GraphDocument &document = m_session.document;
    const FormatSpec *format = m_session.builtins.formats.find(document.formatName());
    const bool isShown =
        isOnlyRead(document) && !loweringPassOf(document.graph().dialect()).empty();
    m_readOnly->setVisible(isShown);
    if (isShown) {
        m_readOnly->setText(tr("Read-only: import as NNVM"));
        m_readOnly->setAccessibleName(m_readOnly->text());
        m_readOnly->setToolTip(tr("Files of the format %1 are only read. Click for the model as an "
                                  "NNVM graph with its weights, which can be edited and saved.")
                                   .arg(toQString(format->title)));
    }
}

void StatusBar::showInferenceDelta()
{
    const QString text = inferenceDeltaText(m_session.inferenceDelta.latest());
    m_inferenceDelta->setText(text);
    m_inferenceDelta->setAccessibleName(text);
    m_inferenceDelta->setVisible(!text.isEmpty());
}

void StatusBar::openInferenceDelta()
{
    auto *list = new InferenceDeltaList(m_session, this);
    list->popUp(m_inferenceDelta->mapToGlobal(QPoint(0, 0)));
}

void StatusBar::showSelection()
{
    const auto &nodes = m_session.selection.nodes();
    const Graph &graph =
        *m_session.document.stage().graph; // selected nodes are those that are shown
    const auto &inner = m_session.selection.inner();
    const Node *inside = inner && nodes.size() == 1 ? nodeAt(graph, *inner) : nullptr;
    QString text;
    if (inside) {
        text = toQString(bodyPath(graph, inner->path) + inside->name);
    } else if (nodes.size() == 1 && graph.contains(nodes.front())) {
        text = toQString(graph.node(nodes.front()).name);
    } else if (m_session.selection.value()) {
        text = valueTitle(graph, *m_session.selection.value());
    } else if (!nodes.empty()) {
        text = tr("%n node(s) selected", nullptr, static_cast<int>(nodes.size()));
    }
    m_selection->setText(text);
    m_selection->setVisible(!text.isEmpty());
}

void StatusBar::showSemantics()
{
    const bool exact = m_session.document.semantics() == Semantics::Exact;
    m_semantics->setText(exact ? tr("exact") : tr("fixed"));
    m_semantics->setToolTip(
        exact ? tr(
            "Exact: computes what NNVM or LightNet computes, faults included. Click for fixed, "
            "which follows their documentation.")
              : tr("Fixed: computes what the documentation of NNVM or LightNet promises. Click for "
                   "exact, which repeats their faults too."));
    m_semantics->setAccessibleName(exact ? tr("Semantics: exact") : tr("Semantics: fixed"));
}

} // namespace nervure
