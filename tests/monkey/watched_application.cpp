// SPDX-License-Identifier: Apache-2.0
#include "tests/monkey/watched_application.h"

#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QScrollBar>
#include <QToolBar>
#include <QWidget>

#include <algorithm>
#include <cstdio>

namespace nervure::tests {

namespace {

bool isOurs(const QWidget *widget)
{
    return widget != nullptr
           && QByteArray(widget->metaObject()->className()).startsWith("nervure::");
}

} // namespace

bool WatchedApplication::notify(QObject *receiver, QEvent *event)
{
    const QEvent::Type type = event->type();
    if (!m_laidOut.empty() && receiver->isWidgetType()
        && (type == QEvent::ShowToParent || type == QEvent::HideToParent)) {
        check(*static_cast<QWidget *>(receiver));
    }
    const bool isLaidOut =
        receiver->isWidgetType() && (type == QEvent::Resize || type == QEvent::LayoutRequest);
    if (!isLaidOut) {
        return QApplication::notify(receiver, event);
    }
    m_laidOut.push_back(receiver);
    const bool isTaken = QApplication::notify(receiver, event);
    m_laidOut.pop_back();
    return isTaken;
}

/// True if the chain of layouts that the widget is in reaches what is being laid out.
void WatchedApplication::check(const QWidget &widget)
{
    const QWidget *around = widget.parentWidget();
    // Tool bars and docks are laid out so by Qt itself.
    const bool isQts = qobject_cast<const QScrollBar *>(&widget) != nullptr
                       || qobject_cast<const QToolBar *>(around) != nullptr
                       || qobject_cast<const QMainWindow *>(around) != nullptr;
    if (isQts || !(isOurs(&widget) || isOurs(around))) {
        return;
    }
    for (; around != nullptr && around->layout() != nullptr; around = around->parentWidget()) {
        if (std::find(m_laidOut.begin(), m_laidOut.end(), around) != m_laidOut.end()) {
            const std::string fault = std::string(widget.metaObject()->className()) + ' '
                                      + widget.objectName().toStdString() + " of "
                                      + widget.parentWidget()->metaObject()->className()
                                      + " is shown or hidden within the layout of "
                                      + around->metaObject()->className();
            if (m_faults.insert(fault).second) {
                std::fprintf(stderr, "%s\n", fault.c_str());
            }
            return;
        }
    }
}

} // namespace nervure::tests
