// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/jobs/node_search.h"

#include <QWidget>

#include <array>
#include <vector>

class QAbstractItemModel;
class QLabel;
class QLineEdit;
class QMenu;
class QSettings;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace nervure {

class ColumnChoice;
class NodeView;
class ProfileModel;
class ProfileRunner;
class RunComparisonModel;
class RunFindingModel;
class TimeGroupModel;
class TuningModel;

/// The tables of a run: its layers, their sums by operator, kernel and scope, where time might be saved, what became of layers since
/// another run, and what tuning gave them. A query of the language that finds nodes says which layers count.
class RunTables : public QWidget {
    Q_OBJECT

public:
    enum Table { Layers, Operators, Kernels, Scopes, Findings, Comparison, Tuning };

    RunTables(const SearchScope &scope, ProfileRunner &runner, QWidget *parent);

    /// Shows the run of the document, and its comparison.
    void refresh();
    void showNode(NodeId node);
    void showTable(Table table);
    [[nodiscard]] Table shownTable() const;
    /// The columns that are shown.
    void save(QSettings &store) const;
    void restore(const QSettings &store);

Q_SIGNALS:
    void nodeChosen(nervure::NodeId node);
    void tableChanged();
    /// An action of the window is wanted, by name.
    void actionRequested(const QString &action);

private:
    static constexpr std::size_t groupTables = 3;

    void createViews();
    void createColumnChoices();
    [[nodiscard]] QWidget *createHead();
    NodeView *addView(const char *name, const QString &title, QAbstractItemModel *model,
                      int sortColumn);
    [[nodiscard]] NodeView *view(Table table) const;
    void search(const QString &text);
    void takeFound(const FoundNodes &found);
    void fill();
    void setOffered(Table table, bool isOffered);
    void fillTuning();
    void showTotal();
    void showMenu(NodeView *view, const QPoint &place);
    void addKernelAction(QMenu &menu);

    SearchScope m_scope;
    ProfileRunner &m_runner;
    ProfileModel *m_layers;
    std::array<TimeGroupModel *, groupTables> m_groups;
    RunFindingModel *m_findings;
    RunComparisonModel *m_comparison;
    TuningModel *m_tuning;
    std::vector<NodeView *> m_views;       ///< as Table
    std::vector<ColumnChoice *> m_columns; ///< of the tables of times
    QTabBar *m_tabs;
    QLineEdit *m_filter;
    QToolButton *m_more;
    QStackedWidget *m_stack;
    QLabel *m_total;
    bool m_isFiltered = false;
    std::vector<bool> m_counted; ///< by layer, where a query says which
};

} // namespace nervure
