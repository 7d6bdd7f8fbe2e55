// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/diagnostics/diagnostics_panel.h"

#include "widgets/document/fix_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/models/diagnostic_model.h"
#include "widgets/models/value_sources.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/node_view.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPersistentModelIndex>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {
constexpr int fixWidth = 180;
constexpr int filterWidth = 280;
constexpr std::size_t mostSources = 8; ///< inputs that are named
const QLatin1String pathLink("path:");

QString linkTo(const QString &target, const QString &name)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, name.toHtmlEscaped());
}
} // namespace

DiagnosticsPanel::DiagnosticsPanel(const PanelContext &context)
    : Panel(QStringLiteral("diagnostics"), context),
      m_model(new DiagnosticModel(this)),
      m_summary(new QLabel(this)),
      m_text(new QLineEdit(this)),
      m_view(new NodeView(QStringLiteral("diagnostics-table"), tr("Diagnostics"), this)),
      m_sources(new QLabel(this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_summary->setObjectName(QStringLiteral("diagnostics-summary"));
    m_top = makeFilter();
    makeView();
    m_sources->setObjectName(QStringLiteral("diagnostics-sources"));
    m_sources->setContentsMargins(8, 4, 8, 4);
    m_sources->setTextFormat(Qt::RichText);
    m_sources->setWordWrap(true);
    m_sources->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_sources->hide();
    connect(m_sources, &QLabel::linkActivated, this, [this](const QString &link) { follow(link); });
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        Q_EMIT actionRequested(document().isEmpty() ? QStringLiteral("open")
                                                    : QStringLiteral("infer"));
    });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_top);
    column->addWidget(m_pages);
    column->addWidget(m_sources);
}

QWidget *DiagnosticsPanel::makeFilter()
{
    auto *top = new QWidget(this);
    auto *row = new QHBoxLayout(top);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    row->addWidget(m_summary, 1);
    const auto add = [&](Severity severity, const char *name, const QString &icon,
                         const QString &text) {
        auto *button = new QToolButton(top);
        button->setObjectName(QLatin1String(name));
        button->setIcon(tintedIcon(icon));
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setCheckable(true);
        button->setChecked(true);
        button->setAutoRaise(true);
        connect(button, &QToolButton::toggled, this, &DiagnosticsPanel::filter);
        row->addWidget(button);
        m_severities[static_cast<std::size_t>(severity)] = button;
    };
    add(Severity::Error, "diagnostics-errors", QStringLiteral("error"), tr("Show errors"));
    add(Severity::Warning, "diagnostics-warnings", QStringLiteral("warning"), tr("Show warnings"));
    add(Severity::Note, "diagnostics-notes", QStringLiteral("info"), tr("Show notes"));
    m_text->setObjectName(QStringLiteral("diagnostics-filter"));
    m_text->setPlaceholderText(tr("Filter by message or node"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(filterWidth);
    connect(m_text, &QLineEdit::textChanged, this, &DiagnosticsPanel::filter);
    row->addWidget(m_text, 1);
    return top;
}

void DiagnosticsPanel::makeView()
{
    m_view->setSortedRows(m_model);
    m_view->setSortable(DiagnosticModel::SeverityColumn, Qt::AscendingOrder);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(DiagnosticModel::SeverityColumn,
                                           QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Message, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Where, QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(DiagnosticModel::Fix, QHeaderView::Interactive);
    m_view->header()->resizeSection(DiagnosticModel::Fix, fixWidth);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &NodeView::nodeChosen, this, [this](NodeId node) { selection().jumpTo(node); });
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &cell) {
        if (cell.column() == DiagnosticModel::Fix) {
            fix(cell);
        }
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &DiagnosticsPanel::showMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &DiagnosticsPanel::showSources);
    connect(m_view, &QTreeView::expanded, this,
            [this](const QModelIndex &cause) { m_unfolded.insert(m_model->causeAt(cause.row())); });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex &cause) { m_unfolded.remove(m_model->causeAt(cause.row())); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &DiagnosticsPanel::unfoldAgain);
}

void DiagnosticsPanel::filter()
{
    DiagnosticFilter filter;
    for (std::size_t i = 0; i < m_severities.size(); ++i) {
        filter.severities[i] = m_severities[i]->isChecked();
    }
    filter.text = m_text->text().trimmed();
    m_model->setFilter(std::move(filter));
    showSelection();
    showSources();
}

void DiagnosticsPanel::unfoldAgain()
{
    for (int row = 0; !m_unfolded.isEmpty() && row < m_model->rowCount(); ++row) {
        if (m_unfolded.contains(m_model->causeAt(row))) {
            m_view->expand(m_model->index(row, 0));
        }
    }
}

void DiagnosticsPanel::takeFocus()
{
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void DiagnosticsPanel::refresh()
{
    m_model->setDocument(document());
    const int errors = m_model->count(Severity::Error);
    const int warnings = m_model->count(Severity::Warning);
    const bool hasAny = errors + warnings + m_model->count(Severity::Note) > 0;
    showSources();
    m_top->setVisible(hasAny);
    m_summary->setText(QStringLiteral("%1 · %2").arg(tr("%Ln error(s)", nullptr, errors),
                                                     tr("%Ln warning(s)", nullptr, warnings)));
    m_pages->setCurrentWidget(hasAny ? static_cast<QWidget *>(m_view) : m_empty);
    if (document().isEmpty()) {
        m_empty->setWords(tr("What is wrong with a model, and where."), tr("Open a model"));
    } else if (document().passSteps().empty()) {
        m_empty->setWords(
            tr("No problems were found in the file. Inference also checks shapes and types."),
            tr("Infer shapes and types"));
    } else {
        m_empty->setWords(tr("No problems were found in this model."));
    }
}

void DiagnosticsPanel::fix(const QModelIndex &row)
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
    const QPersistentModelIndex cell = m_view->indexAt(at);
    if (!cell.isValid()) {
        return;
    }
    const DiagnosticRow shown = m_model->row(cell);
    const NodeId node = m_model->nodeAt(cell);
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("diagnostics-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    whenNodesAreOthers(document(), menu, [menu] { menu->close(); });
    const QString mending = m_model->fixOf(cell);
    if (!mending.isEmpty()) {
        menu->addAction(tintedIcon(QStringLiteral("fix")), withoutMnemonics(mending), this,
                        [this, cell] {
                            if (cell.isValid()) {
                                fix(cell);
                            }
                        });
        menu->addSeparator();
    }
    QAction *go =
        menu->addAction(tr("Go to the node"), this, [this, node] { selection().jumpTo(node); });
    go->setEnabled(node.isValid());
    for (const ValueSource &source : sourcesOf(document(), node, mostSources)) {
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
    const NodeId node = m_model->nodeAt(m_view->currentIndex());
    QStringList inputs;
    QStringList readers;
    for (const ValueSource &source : sourcesOf(document(), node, mostSources)) {
        const QString link =
            linkTo(QString::number(source.node.value), source.name) + u' ' + source.value;
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
    QStringList lines;
    if (!sentences.isEmpty()) {
        lines.append(sentences.join(QStringLiteral("; ")));
    }
    lines.append(trailLines());
    m_sources->setVisible(!lines.isEmpty());
    m_sources->setText(lines.join(QStringLiteral("<br>")));
}

/// "data is 1×256: x 1×3×8×8 → conv0 1×4×8×8 → flatten0 1×256. Select the path", a line for each value that
/// came through other nodes.
QStringList DiagnosticsPanel::trailLines() const
{
    QStringList lines;
    const QModelIndex row = m_view->currentIndex();
    if (!row.isValid() || !m_model->row(row).diagnostic.trails) {
        return lines;
    }
    const auto held = m_model->row(row).diagnostic.trails;
    const auto nodes = document().ownNodes();
    const std::vector<ValueTrail> &trails = *held;
    for (std::size_t i = 0; i < trails.size(); ++i) {
        if (trails[i].steps.size() < 2) {
            continue;
        }
        const auto [telling, leftOut] = tellingSteps(trails[i]);
        QStringList steps;
        for (const ValueTrail::Step &step : telling) {
            const NodeId shown = nodes->shown({step.node.value});
            steps.append(linkTo(QString::number(shown.value), toQString(step.name)) + u' '
                         + toQString(step.value));
        }
        if (leftOut > 0) {
            steps.insert(1, QStringLiteral("…"));
        }
        lines.append(
            QStringLiteral("%1: %2. %3")
                .arg(toQString(trails[i].what).toHtmlEscaped(), steps.join(QStringLiteral(" → ")),
                     linkTo(QString(pathLink) + QString::number(i), tr("Select the path"))));
    }
    return lines;
}

void DiagnosticsPanel::follow(const QString &link)
{
    if (!link.startsWith(pathLink)) {
        selection().jumpTo(NodeId{link.toUInt()});
        return;
    }
    const QModelIndex row = m_view->currentIndex();
    const auto trails = m_model->row(row).diagnostic.trails;
    const ValueTrail &trail = (*trails)[link.mid(pathLink.size()).toUInt()];
    std::vector<NodeId> nodes;
    const auto add = [&](NodeId node) {
        const bool isNew = std::find(nodes.begin(), nodes.end(), node) == nodes.end();
        if (isNew && node.isValid()) { // an edit may have taken it
            nodes.push_back(node);
        }
    };
    const auto own = document().ownNodes();
    for (const ValueTrail::Step &step : trail.steps) {
        add(own->shown({step.node.value}));
    }
    add(m_model->nodeAt(row));
    selection().setNodes(std::move(nodes));
}

void DiagnosticsPanel::showSelection()
{
    if (m_view->currentNode() != selection().current()) {
        const QModelIndex row = m_model->find(selection().current());
        const QModelIndex cause = row.parent();
        m_view->showRow(cause.isValid() && !m_view->isExpanded(cause) ? cause : row);
    }
}

void registerDiagnostics(PanelRegistry &panels)
{
    panels.add({"diagnostics", [] { return DiagnosticsPanel::tr("Diagnostics"); },
                QStringLiteral("diagnostics"), Qt::BottomDockWidgetArea,
                QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                [](const PanelContext &context) { return new DiagnosticsPanel(context); },
                "editing"});
}

} // namespace nervure
