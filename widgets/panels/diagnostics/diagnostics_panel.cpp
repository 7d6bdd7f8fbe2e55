// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/diagnostics/diagnostics_panel.h"

#include "widgets/document/fix_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/diagnostic_model.h"
#include "widgets/models/value_sources.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

namespace {
constexpr int fixWidth = 180;
constexpr std::size_t mostSources = 8; ///< inputs that are named
} // namespace

DiagnosticsPanel::DiagnosticsPanel(const PanelContext &context)
    : Panel(QStringLiteral("diagnostics"), context),
      m_model(new DiagnosticModel(this)),
      m_summary(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("diagnostics-table"), tr("Diagnostics"), this)),
      m_sources(new QLabel(this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_summary->setObjectName(QStringLiteral("diagnostics-summary"));
    m_summary->setContentsMargins(8, 4, 8, 4);
    m_view->setRows(m_model);
    m_view->setSortable(DiagnosticModel::SeverityColumn, Qt::AscendingOrder);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(DiagnosticModel::SeverityColumn,
                                           QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Message, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Where, QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Fix, QHeaderView::Interactive);
    m_view->header()->resizeSection(DiagnosticModel::Fix, fixWidth);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_sources->setObjectName(QStringLiteral("diagnostics-sources"));
    m_sources->setContentsMargins(8, 4, 8, 4);
    m_sources->setTextFormat(Qt::RichText);
    m_sources->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_sources->hide();
    connect(m_view, &NodeView::nodeChosen, this, [this](NodeId node) { selection().jumpTo(node); });
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &cell) {
        if (cell.column() == DiagnosticModel::Fix) {
            fix(m_view->sourceIndex(cell).row());
        }
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &DiagnosticsPanel::showMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &DiagnosticsPanel::showSources);
    connect(m_sources, &QLabel::linkActivated, this,
            [this](const QString &link) { selection().jumpTo(NodeId{link.toUInt()}); });
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        Q_EMIT actionRequested(document().isEmpty() ? QStringLiteral("open")
                                                    : QStringLiteral("infer"));
    });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_pages);
    column->addWidget(m_sources);
}

void DiagnosticsPanel::takeFocus()
{
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void DiagnosticsPanel::refresh()
{
    m_model->setDocument(document());
    const bool hasAny = m_model->rowCount() > 0;
    showSources();
    m_summary->setVisible(hasAny);
    m_summary->setText(QStringLiteral("%1 · %2").arg(
        tr("%n error(s)", nullptr, m_model->count(Severity::Error)),
        tr("%n warning(s)", nullptr, m_model->count(Severity::Warning))));
    m_pages->setCurrentWidget(hasAny ? static_cast<QWidget *>(m_view) : m_empty);
    if (document().isEmpty()) {
        m_empty->setWords(tr("What is wrong with a model, and where."), tr("Open a model"));
    } else if (document().passSteps().empty()) {
        m_empty->setWords(tr("Nothing is wrong with the file. Inference checks shapes and types."),
                          tr("Infer shapes and types"));
    } else {
        m_empty->setWords(tr("Nothing is wrong with this model."));
    }
}

void DiagnosticsPanel::fix(int row)
{
    if (m_model->fixOf(row).isEmpty()) {
        return;
    }
    const Diagnostic diagnostic = m_model->row(row).diagnostic;
    if (const Status status = applyFix(document(), diagnostic); !status) {
        m_summary->setText(toQString(status.error().message));
    }
}

void DiagnosticsPanel::showMenu(const QPoint &at)
{
    const QModelIndex cell = m_view->indexAt(at);
    if (!cell.isValid()) {
        return;
    }
    const int row = m_view->sourceIndex(cell).row();
    const DiagnosticRow &shown = m_model->row(row);
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("diagnostics-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QString mending = m_model->fixOf(row);
    if (!mending.isEmpty()) {
        menu->addAction(tintedIcon(QStringLiteral("fix")), withoutMnemonics(mending), this,
                        [this, row] { fix(row); });
        menu->addSeparator();
    }
    QAction *go = menu->addAction(tr("Go to the node"), this,
                                  [this, node = shown.node] { selection().jumpTo(node); });
    go->setEnabled(shown.node.isValid());
    for (const ValueSource &source : sourcesOf(document(), shown.node, mostSources)) {
        menu->addAction(tr("Go to %1").arg(withoutMnemonics(source.name)), this,
                        [this, node = source.node] { selection().jumpTo(node); });
    }
    menu->addAction(tintedIcon(QStringLiteral("copy")), tr("Copy the message"), this,
                    [text = toQString(formatDiagnostic(shown.diagnostic))] {
                        QGuiApplication::clipboard()->setText(text);
                    });
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

/// "fc0 reads data 1×3×8×8 · fc0_weight 8×3. Also read by fc1", every one a link to where it is.
void DiagnosticsPanel::showSources()
{
    const QModelIndex current = m_view->currentIndex();
    const NodeId node =
        current.isValid() ? m_model->row(m_view->sourceIndex(current).row()).node : NodeId();
    QStringList inputs;
    QStringList readers;
    for (const ValueSource &source : sourcesOf(document(), node, mostSources)) {
        const QString link =
            QStringLiteral("<a href=\"%1\">%2</a> %3")
                .arg(QString::number(source.node.value), source.name.toHtmlEscaped(), source.value);
        (source.role == ValueSource::Role::Input ? inputs : readers).append(link.trimmed());
    }
    const Node *shown = document().stage().graph->find(node);
    const QString name = shown ? toQString(shown->name).toHtmlEscaped() : QString();
    const QString separator = QStringLiteral(" · ");
    QStringList sentences;
    if (!inputs.isEmpty()) {
        sentences.append(tr("%1 reads %2").arg(name, inputs.join(separator)));
    }
    if (!readers.isEmpty()) {
        sentences.append((inputs.isEmpty() ? tr("read by %1") : tr("also read by %1"))
                             .arg(readers.join(separator)));
    }
    m_sources->setVisible(!sentences.isEmpty());
    m_sources->setText(sentences.join(QStringLiteral("; ")));
}

void DiagnosticsPanel::showSelection()
{
    if (m_view->currentNode() != selection().current()) {
        m_view->showNode(selection().current());
    }
}

void registerDiagnostics(PanelRegistry &panels)
{
    panels.add({"diagnostics", [] { return DiagnosticsPanel::tr("Diagnostics"); },
                QStringLiteral("diagnostics"), Qt::BottomDockWidgetArea,
                QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                [](const PanelContext &context) { return new DiagnosticsPanel(context); }});
}

} // namespace nervure
