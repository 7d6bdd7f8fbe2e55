// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/breadcrumb.h"

#include "widgets/canvas/view/canvas_surface.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace nervure {

namespace {

constexpr qsizetype longestName = 28;

QString shortened(const QString &name)
{
    return name.size() > longestName ? name.left(longestName - 1) + u'…' : name;
}

} // namespace

Breadcrumb::Breadcrumb(CanvasSurface &view, QWidget *parent)
    : Overlay(parent),
      m_view(view),
      m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("breadcrumb"));
    setAccessibleName(tr("Groups around the selected node"));
    setCursor(Qt::ArrowCursor);
    m_row->setContentsMargins(4, 2, 4, 2);
    m_row->setSpacing(0);
    connect(&view, &CanvasSurface::drawingChanged, this, &Breadcrumb::rebuild);
    connect(&view, &CanvasSurface::selectionShown, this, &Breadcrumb::rebuild);
}

void Breadcrumb::rebuild()
{
    const CanvasScene *scene = m_view.scene();
    const bool hasGroups = scene && !scene->graph().groups.empty();
    std::vector<const DrawnGroup *> path;
    for (int at = hasGroups ? m_view.selectedGroup() : -1; at >= 0;) {
        path.push_back(&scene->graph().groups[static_cast<std::size_t>(at)]);
        at = path.back()->parent;
    }
    std::reverse(path.begin(), path.end());
    QStringList shown;
    for (const DrawnGroup *group : path) {
        shown += toQString(group->key);
    }
    setWanted(hasGroups);
    if (shown == m_shown && m_row->count() > 0) {
        return;
    }
    m_shown = shown;
    while (QLayoutItem *item = m_row->takeAt(0)) {
        item->widget()->deleteLater(); // one of them may be telling of its click
        item->widget()->hide();
        delete item;
    }
    addCrumb(tr("Whole graph"), tr("Fit to window"), {});
    for (const DrawnGroup *group : path) {
        addCrumb(shortened(toQString(group->label)),
                 group->isFolded ? tr("Unfold this group") : tr("Fold this group"),
                 toQString(group->key));
    }
    Q_EMIT changed();
}

QSize Breadcrumb::sizeOn(QSize canvas)
{
    const int last = m_row->count() - 1;
    for (int crumb = 0; crumb <= last; ++crumb) {
        m_row->itemAt(crumb)->widget()->show();
    }
    for (int crumb = 1; crumb < last && sizeHint().width() > canvas.width(); ++crumb) {
        m_row->itemAt(crumb)->widget()->hide();
    }
    return sizeHint();
}

void Breadcrumb::addCrumb(const QString &text, const QString &hint, const QString &key)
{
    auto *crumb = new QToolButton(this);
    crumb->setText(withoutMnemonics(key.isEmpty() ? text : QStringLiteral("› ") + text));
    crumb->setAccessibleName(text);
    crumb->setToolTip(hint);
    crumb->setAutoRaise(true);
    crumb->setFocusPolicy(Qt::TabFocus);
    connect(crumb, &QToolButton::clicked, this, [this, key] {
        if (key.isEmpty()) {
            m_view.fit();
        } else {
            Q_EMIT m_view.groupToggled(key);
        }
    });
    m_row->addWidget(crumb);
    crumb->show();
}

} // namespace nervure
