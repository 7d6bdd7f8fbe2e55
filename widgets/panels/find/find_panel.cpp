// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/find/find_panel.h"

#include "widgets/document/color_sources.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/find_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/find/query_examples.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/query_edit.h"
#include "widgets/panels/tables.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

FindPanel::FindPanel(const PanelContext &context)
    : Panel(QStringLiteral("find"), context),
      m_model(new FindModel(this)),
      m_query(new QueryEdit(this)),
      m_count(new QLabel(this)),
      m_selectAll(new QPushButton(tr("Select all"), this)),
      m_color(new QPushButton(tr("Color by this"), this)),
      m_view(new NodeView(QStringLiteral("find-results"), tr("Results"), this)),
      m_pages(new QStackedWidget(this)),
      m_examples(new QueryExamples(this)),
      m_empty(new EmptyState(this))
{
    createQuery();
    createView();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_query);
    column->addWidget(m_count);
    column->addWidget(createActions());
    column->addWidget(m_pages, 1);
}

void FindPanel::createQuery()
{
    m_query->setObjectName(QStringLiteral("find-query"));
    m_query->setAccessibleName(tr("Search"));
    m_query->setPlaceholderText(tr("Words, or op:conv2d & params>1M"));
    m_query->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("find-count"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setWordWrap(true);
    connect(m_query, &QLineEdit::textChanged, this, &FindPanel::scheduleRefresh);
    connect(m_query, &QLineEdit::returnPressed, this, &FindPanel::goToFirst);
}

void FindPanel::createView()
{
    m_view->setRows(m_model);
    shareColumns(m_view, FindModel::Match);
    const auto jump = [this](NodeId node) {
        const QModelIndex row = m_view->sourceIndex(m_view->currentIndex());
        if (m_ids.isShown(document()) && row.isValid()) {
            selection().jumpInto(node, m_model->inner(m_model->row(row.row())));
        }
    };
    connect(m_view, &NodeView::nodeChosen, this, jump);
    connect(m_view, &NodeView::nodeActivated, this, jump);
    connect(&document(), &GraphDocument::contentReplaced, this, [this] { m_ids = {}; });
    connect(&document(), &GraphDocument::analysesChanged, this, &FindPanel::markFound);
    connect(m_examples, &QueryExamples::exampleChosen, this, [this](const QString &query) {
        m_query->setText(query);
        m_query->setFocus(Qt::OtherFocusReason);
    });
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            m_query->clear();
        }
    });
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_examples);
    m_pages->addWidget(m_empty);
}

QWidget *FindPanel::createActions()
{
    auto *row = new QWidget(this);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_selectAll);
    line->addWidget(m_color);
    line->addStretch();
    m_selectAll->setObjectName(QStringLiteral("find-select-all"));
    m_selectAll->setToolTip(tr("Select all nodes that were found"));
    m_color->setObjectName(QStringLiteral("find-colour"));
    m_color->setToolTip(tr("Color the matching nodes, also while the model changes"));
    connect(m_selectAll, &QPushButton::clicked, this,
            [this] { selection().setNodes(foundNodes()); });
    connect(m_color, &QPushButton::clicked, this,
            [this] { context().colors.addRule(m_query->text().trimmed()); });
    return row;
}

void FindPanel::takeFocus()
{
    m_query->setFocus(Qt::ShortcutFocusReason);
    m_query->selectAll();
}

bool FindPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_query && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down && m_model->rowCount() > 0) {
            m_view->setFocus(Qt::TabFocusReason);
            m_view->chooseRow(0);
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

void FindPanel::refresh()
{
    m_query->learnWords(document());
    search();
}

void FindPanel::search()
{
    const QString text = m_query->text().trimmed();
    m_asked.reset();
    m_isSearching = false;
    m_query->setFault(-1);
    m_count->setText({});
    if (!text.isEmpty() && !document().isEmpty()) {
        const Result<Query> query = Query::parse(m_query->text().toStdString());
        if (query) {
            m_asked = *query;
            m_isSearching = true;
            startSearch({document(), selection(), context().jobs}, QStringLiteral("find"), {*query},
                        this, [this, ids = GraphOfIds(document())](const FoundNodes &found) {
                            m_ids = ids;
                            showFound(found);
                        });
            return;
        }
        m_query->setFault(query.error().where.column - 1);
        m_count->setText(diagnosticMessage(query.error()));
    }
    m_goesToFirst = false;
    m_model->clear();
    showEmptyState();
}

void FindPanel::showFound(const FoundNodes &found)
{
    if (!m_asked) {
        return;
    }
    m_isSearching = false;
    m_model->setFound(*m_asked, found);
    m_count->setText(tr("%n node(s)", nullptr, m_model->rowCount()));
    showEmptyState();
    if (m_goesToFirst) {
        m_goesToFirst = false;
        goOn();
    }
}

void FindPanel::showEmptyState()
{
    markFound();
    const bool hasRows = m_model->rowCount() > 0;
    m_selectAll->setEnabled(hasRows);
    m_color->setEnabled(m_asked.has_value());
    m_count->setVisible(!m_count->text().isEmpty());
    if (hasRows) {
        m_pages->setCurrentWidget(m_view);
        return;
    }
    m_pages->setCurrentWidget(document().isEmpty() || m_asked ? static_cast<QWidget *>(m_empty)
                                                              : m_examples);
    if (document().isEmpty()) {
        m_empty->setWords(
            tr("Finds nodes of the open model by name, operator, attribute or shape."),
            tr("Open a model"));
    } else {
        const bool isUnknown =
            m_asked && m_asked->asksForInference()
            && document().analyses().find(keys::shape, document().analyzedIndex()) == nullptr;
        const QString reason =
            isUnknown ? QStringLiteral(" ") + tr("Shapes and sizes are not known before inference.")
                      : QString();
        m_empty->setWords(tr("No node matches %1.").arg(m_query->text()) + reason,
                          tr("Clear the search"));
    }
}

/// None while another stage is shown than the one that was searched.
std::vector<NodeId> FindPanel::foundNodes() const
{
    return m_ids.isShown(document()) ? m_model->nodes() : std::vector<NodeId>();
}

/// Marks go with the panel, so that nobody wonders what they are of.
void FindPanel::markFound()
{
    selection().setFound(isVisible() ? foundNodes() : std::vector<NodeId>());
}

void FindPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    markFound();
}

void FindPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    markFound();
}

void FindPanel::showSelection()
{
    // Large results are not searched for a row: that would be felt with every step on the canvas.
    constexpr int mostRows = 20'000;
    if (m_model->rowCount() <= mostRows) {
        m_view->showNode(selection().current());
    }
}

void FindPanel::goToFirst()
{
    refreshNow();
    if (m_isSearching) {
        m_goesToFirst = true;
    } else {
        goOn();
    }
}

/// Enter again goes on to the next result.
void FindPanel::goOn()
{
    if (m_model->rowCount() == 0) {
        return;
    }
    const QModelIndex current = m_view->currentIndex();
    const int next = current.isValid() ? (current.row() + 1) % m_model->rowCount() : 0;
    m_view->chooseRow(next);
}

void registerFind(PanelRegistry &panels)
{
    // Its key is that of the action of the same name.
    panels.add({"find", [] { return FindPanel::tr("Find"); }, QStringLiteral("search"),
                Qt::LeftDockWidgetArea, QKeySequence(),
                [](const PanelContext &context) { return new FindPanel(context); },
                "query-language"});
}

} // namespace nervure
