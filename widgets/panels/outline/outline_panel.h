// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/shown_nodes.h"
#include "widgets/panels/panel.h"

#include <cstdint>
#include <memory>
#include <optional>

class QAbstractItemModel;
class QStackedWidget;
class QTabBar;

namespace nervure {

class EmptyState;
class Graph;
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
    /// What the tree is of: the document's graph at that revision, or what a pass made of it.
    struct Shown {
        std::uint64_t revision = 0;
        std::shared_ptr<const Graph> made;

        bool operator==(const Shown &) const = default;
    };

    void showScopes(const std::shared_ptr<const Graph> &graph);
    QWidget *createTabs();
    NodeView *createView(const QString &name, const QString &title, QAbstractItemModel *model);

    OutlineModel *m_scopes;
    OperatorModel *m_operators;
    NodeView *m_scopeView;
    NodeView *m_operatorView;
    QTabBar *m_tabs = nullptr;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    std::optional<Shown> m_shown;
    GraphOfIds m_ids; ///< of the rows
};

} // namespace nervure
