// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/attribute_section.h"

#include "core/builtins.h"
#include "core/graph/edits/attribute_edits.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/models/attribute_model.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/panels/value_delegate.h"
#include "widgets/style/deferred_call.h"
#include "widgets/style/fonts.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace nervure {

namespace {

constexpr int resetWidth = 28;

QToolButton *iconButton(const QString &name, const QString &icon, const QString &text,
                        QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(name);
    button->setIcon(tintedIcon(icon));
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(text);
    return button;
}

} // namespace

AttributeSection::AttributeSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_fit(new DeferredCall(this, [this] { showTypes(); })),
      m_model(new AttributeModel(this)),
      m_view(new NodeView(QStringLiteral("inspector-attributes"), tr("Attributes"), this)),
      m_delegate(new ValueDelegate(m_view)),
      m_title(sectionLabel(tr("Attributes"), this)),
      m_add(iconButton(QStringLiteral("inspector-add-attribute"), QStringLiteral("add"),
                       tr("Add an attribute"), this)),
      m_none(new QLabel(this)),
      m_help(new QLabel(this)),
      m_problem(new QLabel(this)),
      m_newRow(new QWidget(this)),
      m_newName(new QLineEdit(m_newRow)),
      m_newValue(new QLineEdit(m_newRow)),
      m_newDone(iconButton(QStringLiteral("inspector-new-attribute-add"), QStringLiteral("check"),
                           tr("Add this attribute"), m_newRow))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    createTitle(column);
    createTable(column);
    createNewRow(column);
    m_problem->setObjectName(QStringLiteral("inspector-problem"));
    m_problem->setProperty("isFaulty", true);
    m_help->setObjectName(QStringLiteral("inspector-help"));
    m_help->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *label : {m_problem, m_help}) {
        label->setWordWrap(true);
        label->setContentsMargins(8, 0, 8, 8);
        column->addWidget(label);
    }
    m_problem->hide();
}

AttributeSection::~AttributeSection()
{
    m_delegate->disconnect(this); // an editor that is open goes after the labels
}

void AttributeSection::createTitle(QVBoxLayout *column)
{
    auto *row = new QHBoxLayout;
    row->addWidget(m_title, 1);
    row->addWidget(m_add, 0, Qt::AlignBottom);
    column->addLayout(row);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_none);
    connect(m_add, &QToolButton::clicked, this, &AttributeSection::startNew);
}

void AttributeSection::createTable(QVBoxLayout *column)
{
    m_view->setRows(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setColumnHidden(AttributeModel::Help, true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    fitColumns(m_view, AttributeModel::Value);
    m_view->header()->setSectionResizeMode(AttributeModel::Reset, QHeaderView::Fixed);
    m_view->header()->setMinimumSectionSize(resetWidth);
    m_view->header()->resizeSection(AttributeModel::Reset, resetWidth);
    column->addWidget(m_view);
    m_delegate->setCheck([this](const QModelIndex &cell, const QString &text) {
        return m_model->problemOf(m_view->sourceIndex(cell).row(), text);
    });
    connect(m_delegate, &ValueDelegate::problemChanged, this, &AttributeSection::showProblem);
    connect(m_model, &AttributeModel::editRequested, this, &AttributeSection::edit,
            Qt::QueuedConnection); // the editor is still open when the model asks
    connect(m_view, &QWidget::customContextMenuRequested, this, &AttributeSection::showMenu);
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &cell) {
        if (cell.column() == AttributeModel::Reset) {
            reset(m_view->sourceIndex(cell).row());
        }
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &AttributeSection::showHelp);
}

void AttributeSection::createNewRow(QVBoxLayout *column)
{
    auto *row = new QHBoxLayout(m_newRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_newName->setObjectName(QStringLiteral("inspector-new-attribute-name"));
    m_newName->setAccessibleName(tr("Name of the new attribute"));
    m_newName->setPlaceholderText(tr("name"));
    m_newValue->setObjectName(QStringLiteral("inspector-new-attribute-value"));
    m_newValue->setAccessibleName(tr("Value of the new attribute"));
    m_newValue->setPlaceholderText(tr("value"));
    row->addWidget(m_newName, 2);
    row->addWidget(m_newValue, 3);
    row->addWidget(m_newDone);
    for (QLineEdit *line : {m_newName, m_newValue}) {
        line->setFont(numberFont());
        line->installEventFilter(this);
        connect(line, &QLineEdit::textChanged, this, &AttributeSection::checkNew);
        connect(line, &QLineEdit::returnPressed, this, &AttributeSection::addNew);
    }
    connect(m_newDone, &QToolButton::clicked, this, &AttributeSection::addNew);
    m_newRow->hide();
    column->addWidget(m_newRow);
}

void AttributeSection::setNodes(const std::vector<NodeId> &nodes)
{
    const GraphDocument &document = m_context.document;
    if (nodes != m_nodes) {
        endNew();
        m_problem->hide();
        Q_EMIT nodesReplaced();
    }
    m_nodes = nodes;
    std::vector<const Node *> shown;
    for (const NodeId id : nodes) {
        shown.push_back(&document.stage().graph->node(id));
    }
    const int current = currentRow();
    m_model->setReadOnly(document.stage().isOfPass());
    m_model->setNodes(shown, m_context.builtins.ops);
    if (current >= 0 && current < m_model->rowCount()) {
        m_view->setCurrentIndex(m_view->viewIndex(m_model->index(current, AttributeModel::Value)));
    }
    m_add->setVisible(!m_model->isReadOnly());
    m_none->setText(nodes.size() > 1 ? tr("These nodes have no attributes in common.")
                                     : tr("This node has no attributes."));
    m_none->setVisible(m_model->rowCount() == 0);
    m_view->setVisible(m_model->rowCount() > 0);
    fitHeight(m_view, m_model->rowCount());
    showHelp();
}

int AttributeSection::currentRow() const
{
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? m_view->sourceIndex(current).row() : -1;
}

/// The meaning of the chosen attribute: a sentence would not fit into the table.
void AttributeSection::showHelp()
{
    const QModelIndex chosen = m_view->currentIndex();
    const QString name = chosen.siblingAtColumn(AttributeModel::Name).data().toString();
    const QString help = chosen.siblingAtColumn(AttributeModel::Help).data().toString();
    const QString type = chosen.siblingAtColumn(AttributeModel::Type).data().toString();
    m_help->setVisible(m_model->rowCount() > 0);
    m_help->setText(help.isEmpty() ? tr("Choose an attribute to read what it means.")
                                   : QStringLiteral("%1: %2 (%3)").arg(name, help, type));
}

void AttributeSection::showProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void AttributeSection::edit(const QString &attribute, const QString &value)
{
    GraphDocument &document = m_context.document;
    const std::string key = attribute.toStdString();
    // An emptied value gives the attribute back to its default.
    const auto edit = performEdit(document, value.isEmpty() ? EditKind::Unset : EditKind::Set,
                                  {.nodes = m_nodes, .key = key, .text = value.toStdString()});
    const bool isFine = edit || edit.error().code == "no-such-attribute"; // it is at its default
    showProblem(isFine ? QString() : diagnosticMessage(edit.error()));
}

void AttributeSection::reset(int row)
{
    if (row >= 0 && m_model->canReset(row)) {
        edit(toQString(m_model->row(row).name), {});
    }
}

void AttributeSection::showMenu(const QPoint &at)
{
    const QModelIndex cell = m_view->indexAt(at);
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("inspector-attribute-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(this, &AttributeSection::nodesReplaced, menu, &QMenu::close);
    whenNodesAreOthers(m_context.document, menu, [menu] { menu->close(); });
    if (cell.isValid()) {
        addRowActions(*menu, m_view->sourceIndex(cell).row());
        menu->addSeparator();
    }
    QAction *add = menu->addAction(tintedIcon(QStringLiteral("add")), tr("Add an attribute"), this,
                                   &AttributeSection::startNew);
    add->setEnabled(!m_model->isReadOnly());
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

/// By the attribute's name: while the menu is open its row may go, or move.
void AttributeSection::addRowActions(QMenu &menu, int row)
{
    const std::string name = m_model->row(row).name;
    const auto rowNow = [this, name] {
        int at = 0;
        while (at < m_model->rowCount() && m_model->row(at).name != name) {
            ++at;
        }
        return at < m_model->rowCount() ? at : -1;
    };
    QAction *edit = menu.addAction(
        tintedIcon(QStringLiteral("edit")), tr("Edit the value"), this, [this, rowNow] {
            if (const int now = rowNow(); now >= 0) {
                m_view->edit(m_view->viewIndex(m_model->index(now, AttributeModel::Value)));
            }
        });
    edit->setEnabled(!m_model->isReadOnly());
    QAction *back = menu.addAction(withoutMnemonics(AttributeModel::resetText(m_model->row(row))),
                                   this, [this, rowNow] { reset(rowNow()); });
    back->setEnabled(m_model->canReset(row));
    menu.addAction(tintedIcon(QStringLiteral("copy")), tr("Copy the value"), this,
                   [text = m_model->index(row, AttributeModel::Value).data().toString()] {
                       QGuiApplication::clipboard()->setText(text);
                   });
}

void AttributeSection::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_fit->request();
}

/// Where there is little room, it is the values': a type is told with the help, too.
void AttributeSection::showTypes()
{
    constexpr int leastWidthForTypes = 460;
    m_view->setColumnHidden(AttributeModel::Type, width() < leastWidthForTypes);
}

bool AttributeSection::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent *>(event)->key();
    const bool isPress = event->type() == QEvent::KeyPress;
    if (watched == m_view && key == Qt::Key_Delete && currentRow() >= 0) {
        // In this table the key is about the attribute, not about the node.
        event->accept();
        if (isPress) {
            reset(currentRow());
        }
        return true;
    }
    if (watched != m_view && key == Qt::Key_Escape && isPress) {
        endNew();
        m_view->setFocus();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void AttributeSection::startNew()
{
    m_newRow->show();
    m_newName->setFocus();
    checkNew();
}

void AttributeSection::endNew()
{
    m_newRow->hide();
    m_newName->clear();
    m_newValue->clear();
    showProblem({});
}

QString AttributeSection::problemOfNew() const
{
    const std::string key = m_newName->text().trimmed().toStdString();
    const Graph &graph = *m_context.document.stage().graph;
    for (const NodeId id : m_nodes) {
        if (!graph.contains(id) || key.empty()) {
            continue;
        }
        const Node &node = graph.node(id);
        if (node.attrs.find(key) != nullptr) {
            return tr("%1 has the attribute %2 already.").arg(toQString(node.name), toQString(key));
        }
        if (m_newValue->text().isEmpty()) {
            continue;
        }
        const Status status =
            checkAttribute(m_context.builtins.ops, node, key, m_newValue->text().toStdString());
        if (!status) {
            return diagnosticMessage(status.error());
        }
    }
    return {};
}

void AttributeSection::checkNew()
{
    const QString problem = problemOfNew();
    showProblem(problem);
    m_newDone->setEnabled(problem.isEmpty() && !m_newName->text().trimmed().isEmpty()
                          && !m_newValue->text().isEmpty());
}

void AttributeSection::addNew()
{
    if (!m_newDone->isEnabled()) {
        return;
    }
    const QString name = m_newName->text().trimmed();
    const QString value = m_newValue->text();
    endNew();
    edit(name, value);
    m_view->setFocus();
}

} // namespace nervure
