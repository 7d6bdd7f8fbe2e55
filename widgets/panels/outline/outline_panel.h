// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QAbstractItemModel;
class QStackedWidget;
class QTabBar;

namespace nervure {

class EmptyState;
class NodeView;
class OperatorModel;
class OutlineModel;

/// The nodes as a tree by the parts of their names, or by operator.
class OutlinePanel : public Panel {
    Q_OBJECT

public:
    explicit OutlinePanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    QWidget *createTabs();
    NodeView *createView(const QString &name, const QString &title, QAbstractItemModel *model);

    OutlineModel *m_scopes;
    OperatorModel *m_operators;
    NodeView *m_scopeView;
    NodeView *m_operatorView;
    QTabBar *m_tabs = nullptr;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    std::uint64_t m_shownRevision = 0;
    bool m_isShown = false;
};

} // namespace nervure
