// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/finding_section.h"

#include "core/graph/analysis/reachability.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/node_findings.h"
#include "widgets/style/colors.h"
#include "widgets/text/diagnostic_words.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

/// Whether a head is the node or depends on it; large graphs are not walked over here.
bool isNeeded(const Graph &graph, NodeId node)
{
    if (graph.heads().empty() || !isSoonExamined(graph)) {
        return true;
    }
    const NodeSet below = Reachability(graph).descendants(nodeSet(graph, {&node, 1}));
    return std::any_of(graph.heads().begin(), graph.heads().end(), [&](const Entry &head) {
        return head.node == node || (head.node.value < below.size() && below[head.node.value]);
    });
}

QString paragraph(const QString &sign, const QColor &color, const QString &words)
{
    return QStringLiteral("<p style=\"margin:0 0 4px 0\"><b style=\"color:%1\">%2</b> %3</p>")
        .arg(color.name(), sign, words.toHtmlEscaped());
}

} // namespace

FindingSection::FindingSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_text(new QLabel(this))
{
    m_text->setObjectName(QStringLiteral("inspector-findings"));
    m_text->setAccessibleName(tr("Findings"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->addWidget(m_text);
    hide();
    connect(&context.document, &GraphDocument::diagnosticsChanged, this,
            &FindingSection::showFindings);
}

void FindingSection::setNode(NodeId node)
{
    m_node = node;
    showFindings();
}

void FindingSection::showFindings()
{
    const GraphDocument &document = m_context.document;
    const Graph &graph = *document.stage().graph;
    QString text;
    if (graph.contains(m_node)) {
        const bool isDark = paletteFor(palette()).isDark;
        const Diagnostics findings = findingsAbout(findingsOfShown(document), graph,
                                                   [this](NodeId node) { return node == m_node; });
        for (const Diagnostic &finding : findings) {
            const bool isError = finding.severity == Severity::Error;
            const bool isNote = finding.severity == Severity::Note;
            text += paragraph(isError  ? QStringLiteral("×")
                              : isNote ? QStringLiteral("i")
                                       : QStringLiteral("!"),
                              isError  ? errorColor(isDark)
                              : isNote ? palette().color(QPalette::PlaceholderText)
                                       : warningColor(isDark),
                              diagnosticMessage(finding));
        }
        if (!isNeeded(graph, m_node)) {
            text += paragraph(QStringLiteral("◌"), palette().color(QPalette::PlaceholderText),
                              tr("No output of the model needs this node."));
        }
    }
    m_text->setText(text);
    setVisible(!text.isEmpty());
}

} // namespace nervure
