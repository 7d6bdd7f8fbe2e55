// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/shown_nodes.h"
#include "widgets/jobs/node_search.h"
#include "widgets/panels/panel.h"

#include <optional>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace nervure {

class EmptyState;
class FindModel;
class NodeView;
class QueryEdit;
class QueryExamples;

/// Search with the query language as one types; the canvas follows the chosen result, all results
/// can be selected or colored.
class FindPanel : public Panel {
    Q_OBJECT

public:
    explicit FindPanel(const PanelContext &context);

    void takeFocus() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void refresh() override;
    void showSelection() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void createQuery();
    void createView();
    [[nodiscard]] QWidget *createActions();
    void search();
    void showFound(const FoundNodes &found);
    void showEmptyState();
    void markFound();
    [[nodiscard]] std::vector<NodeId> foundNodes() const;
    void goToFirst();
    void goOn();

    FindModel *m_model;
    QueryEdit *m_query;
    QLabel *m_count;
    QPushButton *m_selectAll;
    QPushButton *m_color;
    NodeView *m_view;
    QStackedWidget *m_pages;
    QueryExamples *m_examples;
    EmptyState *m_empty;
    std::optional<Query> m_asked; ///< what is searched for, or shown
    GraphOfIds m_ids;             ///< of what was found
    bool m_isSearching = false;
    bool m_goesToFirst = false; ///< Enter was pressed before the answer came
};

} // namespace nervure
