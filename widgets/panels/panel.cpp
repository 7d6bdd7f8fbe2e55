// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/panel.h"

#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"

namespace nervure {

Panel::Panel(const QString &name, const PanelContext &context) : m_context(context)
{
    setObjectName(QStringLiteral("panel-") + name);
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(0);
    connect(&m_refreshTimer, &QTimer::timeout, this, &Panel::refreshNow);
    const GraphDocument *shown = &context.document;
    connect(shown, &GraphDocument::graphChanged, this, &Panel::scheduleRefresh);
    connect(shown, &GraphDocument::analysesChanged, this, &Panel::scheduleRefresh);
    connect(shown, &GraphDocument::inputFactsChanged, this, &Panel::scheduleRefresh);
    connect(shown, &GraphDocument::diagnosticsChanged, this, &Panel::scheduleRefresh);
    connect(shown, &GraphDocument::profileChanged, this, &Panel::scheduleRefresh);
    connect(&context.selection, &Selection::selectionChanged, this, [this] {
        if (isVisible()) {
            refreshNow();
            showSelection();
        }
    });
}

QSize Panel::sizeHint() const
{
    return {360, 240};
}

QSize Panel::minimumSizeHint() const
{
    constexpr QSize most(320, 140);
    return QWidget::minimumSizeHint().boundedTo(most);
}

void Panel::save(QSettings &) const {}

void Panel::restore(const QSettings &) {}

void Panel::takeFocus()
{
    setFocus(Qt::ShortcutFocusReason);
}

void Panel::scheduleRefresh()
{
    m_isDue = true;
    if (isVisible()) {
        m_refreshTimer.start();
    }
}

void Panel::refreshNow()
{
    if (!m_isDue) {
        return;
    }
    m_isDue = false;
    m_refreshTimer.stop();
    refresh();
    showSelection();
}

void Panel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isDue) {
        refreshNow(); // which shows the selection
    } else {
        showSelection();
    }
}

} // namespace nervure
