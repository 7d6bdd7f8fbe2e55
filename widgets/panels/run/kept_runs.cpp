// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/kept_runs.h"

#include "widgets/document/graph_document.h"
#include "widgets/models/run_list_model.h"
#include "widgets/panels/tables.h"
#include "widgets/style/tinted_icon.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <functional>

namespace nervure {

KeptRuns::KeptRuns(GraphDocument &document, QWidget *parent)
    : NodeView(QStringLiteral("run-list"), tr("Runs"), parent),
      m_document(document),
      m_model(new RunListModel(this))
{
    setRows(m_model);
    setSelectionMode(SingleSelection);
    setEditTriggers(EditKeyPressed);
    shareColumns(this, RunListModel::Name);
    const auto show = [this](const QModelIndex &index) {
        m_document.runs().show(m_model->row(sourceIndex(index).row()).number);
    };
    connect(this, &QTreeView::clicked, this, show);
    connect(this, &QTreeView::activated, this, show);
    connect(m_model, &RunListModel::renamed, this, [this](quint32 number, const QString &name) {
        // The editor is still open: rows must not go before it has closed.
        QMetaObject::invokeMethod(
            this, [this, number, name] { m_document.runs().rename(number, name); },
            Qt::QueuedConnection);
    });
}

void KeptRuns::refresh()
{
    m_model->setDocument(m_document);
    const int row = m_model->rowOf(m_document.runs().shown());
    setCurrentIndex(row < 0 ? QModelIndex() : viewIndex(m_model->index(row, 0)));
}

quint32 KeptRuns::currentRun() const
{
    const QModelIndex index = sourceIndex(currentIndex());
    return index.isValid() ? m_model->row(index.row()).number : 0;
}

void KeptRuns::remove()
{
    if (const quint32 number = currentRun(); number != 0) {
        m_document.runs().remove(number);
    }
}

void KeptRuns::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete) {
        remove();
        return;
    }
    NodeView::keyPressEvent(event);
}

void KeptRuns::contextMenuEvent(QContextMenuEvent *event)
{
    const quint32 number = currentRun();
    if (number == 0) {
        return;
    }
    RunList &runs = m_document.runs();
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("run-list-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // Another model has other runs under the same numbers.
    connect(&m_document, &GraphDocument::contentReplaced, menu, &QMenu::close);
    const auto add = [this, menu](const char *name, const QString &icon, const QString &text,
                                  const std::function<void()> &act) {
        QAction *action = menu->addAction(tintedIcon(icon), text, this, act);
        action->setObjectName(QString::fromLatin1(name));
        return action;
    };
    const bool isCompared = runs.compared() == number;
    QAction *compare =
        add("run-compare", QStringLiteral("pin"),
            isCompared ? tr("End the comparison") : tr("Compare the shown run with this"),
            [&runs, isCompared, number] { runs.compareWith(isCompared ? 0 : number); });
    compare->setEnabled(number != runs.shown());
    const bool isFurther = std::count(runs.further().begin(), runs.further().end(), number) > 0;
    QAction *further =
        add("run-compare-too", QStringLiteral("add"),
            isFurther ? tr("Take this out of the comparison") : tr("Add this to the comparison"),
            [&runs, number] { runs.toggleFurther(number); });
    further->setEnabled(runs.comparison() && number != runs.shown() && !isCompared);
    add("run-rename", QStringLiteral("edit"), tr("Rename"), [this, number] {
        if (const int row = m_model->rowOf(number); row >= 0) {
            edit(viewIndex(m_model->index(row, RunListModel::Name)));
        }
    });
    add("run-delete", QStringLiteral("delete"), tr("Delete"),
        [&runs, number] { runs.remove(number); });
    menu->popup(event->globalPos());
}

} // namespace nervure
