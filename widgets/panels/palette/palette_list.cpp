// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/palette/palette_list.h"

#include "widgets/panels/node_view.h"
#include "widgets/style/tinted_icon.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace nervure {

namespace {
/// As many categories as this open by themselves when they hold no more operators than that.
constexpr int fewOperators = 12;
} // namespace

PaletteList::PaletteList(const OpRegistry &ops, QWidget *parent)
    : QWidget(parent),
      m_ops(ops),
      m_model(new PaletteModel(this)),
      m_words(new QLineEdit(this)),
      m_view(new NodeView(QStringLiteral("palette-operators"), tr("Operators"), this)),
      m_help(new QLabel(this))
{
    m_words->setObjectName(QStringLiteral("palette-words"));
    m_words->setAccessibleName(tr("Search operators"));
    m_words->setPlaceholderText(tr("Operator, or what it does"));
    m_words->setClearButtonEnabled(true);
    m_words->addAction(tintedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_words->installEventFilter(this);
    m_view->setRows(m_model, true);
    m_view->setHeaderHidden(true);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setDragEnabled(true);
    m_view->setDragDropMode(QAbstractItemView::DragOnly);
    m_help->setObjectName(QStringLiteral("palette-help"));
    m_help->setForegroundRole(QPalette::PlaceholderText);
    m_help->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_words);
    column->addWidget(m_view, 1);
    column->addWidget(m_help);
    connect(m_words, &QLineEdit::textChanged, this, &PaletteList::search);
    connect(m_words, &QLineEdit::returnPressed, this, &PaletteList::chooseFirst);
    connect(m_view, &QTreeView::activated, this, &PaletteList::choose);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &cell) {
                m_help->setText(cell.data(Qt::ToolTipRole).toString());
            });
    search();
}

void PaletteList::setQuery(const PaletteQuery &query)
{
    const QString words = m_words->text();
    m_query = query;
    m_query.words = words;
    search();
}

void PaletteList::takeFocus()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void PaletteList::search()
{
    m_query.words = m_words->text();
    m_model->search(m_ops, m_query);
    if (m_model->count() <= fewOperators) {
        m_view->expandAll();
    }
    m_help->setText(m_model->count() == 0 ? tr("No operator matches.") : QString());
}

void PaletteList::choose(const QModelIndex &cell)
{
    const QString op = m_model->operatorAt(m_view->sourceIndex(cell));
    if (!op.isEmpty()) {
        Q_EMIT operatorChosen(op);
    }
}

/// With words the list is flat, best first.
void PaletteList::chooseFirst()
{
    if (!m_words->text().trimmed().isEmpty()) {
        choose(m_view->model()->index(0, 0));
    }
}

bool PaletteList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Down
        && m_view->model()->rowCount() > 0) {
        m_view->setFocus(Qt::TabFocusReason);
        m_view->setCurrentIndex(m_view->model()->index(0, 0));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nervure
