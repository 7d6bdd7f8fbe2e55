// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/output_section.h"

#include "core/graph/edits/rename_value.h"
#include "core/graph/edits/type_edits.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/models/output_model.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/panels/value_delegate.h"
#include "widgets/text/diagnostic_words.h"

#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

namespace nervure {

namespace {
constexpr int mostOutputRows = 12; ///< that are seen at once
} // namespace

OutputSection::OutputSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_outputs(new OutputModel(this)),
      m_view(new NodeView(QStringLiteral("inspector-graph-outputs"), tr("Outputs"), this)),
      m_failure(new QLabel(this))
{
    m_failure->setObjectName(QStringLiteral("inspector-output-failure"));
    m_failure->setProperty("isFaulty", true);
    m_failure->setWordWrap(true);
    m_failure->hide();
    m_view->setRows(m_outputs);
    shareColumns(m_view, OutputModel::Producer);
    auto *delegate = new ValueDelegate(m_view);
    delegate->setCheck([this](const QModelIndex &index, const QString &text) {
        const int row = m_view->sourceIndex(index).row();
        if (index.column() == OutputModel::ShapeColumn) {
            return text.trimmed().isEmpty() || dimensionsTyped(text.toStdString())
                       ? QString()
                       : tr("Expected dimensions such as 1,3,224,224 or batch,3,?,?.");
        }
        const Result<Edit> edit = renameValue(m_context.document.graph(), m_outputs->row(row).value,
                                              text.trimmed().toStdString());
        return edit ? QString() : diagnosticMessage(edit.error());
    });
    connect(delegate, &ValueDelegate::problemChanged, this, [this](const QString &problem) {
        m_failure->setText(problem);
        m_failure->setVisible(!problem.isEmpty());
    });
    m_view->setItemDelegate(delegate);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &OutputSection::showMenu);
    connect(m_view, &NodeView::nodeActivated, this, [this](NodeId node) {
        const QModelIndex index = m_view->sourceIndex(m_view->currentIndex());
        if ((m_outputs->flags(index) & Qt::ItemIsEditable) == 0) {
            m_context.selection.jumpTo(node);
        }
    });
    followModel();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(sectionLabel(tr("Outputs"), this));
    column->addWidget(m_view);
    column->addWidget(m_failure);
}

void OutputSection::followModel()
{
    // The editor is still open when the model tells.
    connect(
        m_outputs, &OutputModel::renameAsked, this,
        [this](const Entry &value, const QString &name) {
            perform(EditKind::RenameValue, {.value = value, .text = name.toStdString()});
        },
        Qt::QueuedConnection);
    connect(
        m_outputs, &OutputModel::shapeAsked, this,
        [this](const Entry &value, const QString &shape) {
            tell(declareValue(m_context.document, value, dimensionsTyped(shape.toStdString()), {}));
        },
        Qt::QueuedConnection);
    connect(
        m_outputs, &OutputModel::typeAsked, this,
        [this](const Entry &value, DType type) {
            tell(declareValue(m_context.document, value, {}, type));
        },
        Qt::QueuedConnection);
}

void OutputSection::showDocument()
{
    m_outputs->setDocument(m_context.document);
    setVisible(m_outputs->rowCount() > 0);
    m_view->fitRows(mostOutputRows);
}

/// Of the row that is current.
void OutputSection::showMenu(const QPoint &at)
{
    const QModelIndex index = m_view->sourceIndex(m_view->currentIndex());
    if (!index.isValid()) {
        return;
    }
    const OutputRow row = m_outputs->row(index.row());
    const bool canEdit = isEditable(m_context.document);
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("output-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // Another model, or another step of it, has other outputs.
    connect(m_outputs, &QAbstractItemModel::modelReset, menu, &QMenu::close);
    menu->addAction(tr("Go to what makes it"), this,
                    [this, row] { m_context.selection.jumpTo(row.value.node); });
    menu->addAction(tr("Show its value"), this,
                    [this, row] { m_context.selection.selectValue(row.value); });
    menu->addSeparator();
    const auto add = [&](const QString &text, bool isPossible, EditKind kind,
                         const EditArguments &arguments) {
        menu->addAction(text, this, [this, kind, arguments] { perform(kind, arguments); })
            ->setEnabled(canEdit && isPossible);
    };
    const EdgeEnd end{NodeId(), row.head};
    add(tr("Move up"), row.head > 0, EditKind::MoveOutput, {.ends = {end}, .place = row.head - 1});
    add(tr("Move down"), row.head + 1 < m_outputs->rows().size(), EditKind::MoveOutput,
        {.ends = {end}, .place = row.head + 1});
    add(tr("Output no more"), true, EditKind::NoOutput, {.ends = {end}, .value = row.value});
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

void OutputSection::perform(EditKind kind, const EditArguments &arguments)
{
    tell(performEdit(m_context.document, kind, arguments));
}

void OutputSection::tell(const Result<Edit> &edit)
{
    m_failure->setText(edit ? QString() : diagnosticMessage(edit.error()));
    m_failure->setVisible(!edit);
}

} // namespace nervure
