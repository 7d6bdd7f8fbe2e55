// SPDX-License-Identifier: Apache-2.0
#include "app/window/inference_delta_list.h"

#include "app/files/document_session.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/models/inference_delta_model.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/text/format.h"

#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {
constexpr int listWidth = 460;
constexpr int mostInferenceDeltaRows = 12;
constexpr int rowHeight = 26;
constexpr int frameHeight = 96;
} // namespace

InferenceDeltaList::InferenceDeltaList(DocumentSession &session, QWidget *parent)
    : QFrame(parent, Qt::Popup)
{
    setObjectName(QStringLiteral("consequence-list"));
    setAttribute(Qt::WA_DeleteOnClose);
    const InferenceDelta &found = session.inferenceDelta.latest();
    auto *model = new InferenceDeltaModel(this);
    model->setInferenceDelta(found, *session.document.stage().graph);
    auto *view = new NodeView(QStringLiteral("consequence-table"), tr("Effects of the edit"), this);
    view->setRows(model);
    fitColumns(view, InferenceDeltaModel::Value);
    auto *title = sectionLabel(inferenceDeltaText(found), this);
    title->setToolTip(found.bytes ? formatBytesExactly(*found.bytes) : QString());
    auto *note = new QLabel(found.isPlanned ? tr("Memory as planned.")
                                            : tr("Memory of all values; no plan was made."),
                            this);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 8);
    column->addWidget(title);
    column->addWidget(note);
    column->addWidget(view, 1);
    view->setVisible(model->rowCount() > 0);
    connect(view, &NodeView::nodeChosen, &session.selection, &Selection::jumpTo);
    connect(view, &NodeView::nodeActivated, this, &QWidget::close);
    whenNodesAreOthers(session.document, this, [this] { close(); });
    resize(listWidth,
           frameHeight + rowHeight * std::min(model->rowCount(), mostInferenceDeltaRows));
}

void InferenceDeltaList::popUp(const QPoint &bottomLeft)
{
    move(bottomLeft - QPoint(0, height()));
    show();
}

} // namespace nervure
