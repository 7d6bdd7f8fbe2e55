// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel_spec.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace nervure {

class AttributeModel;
class DeferredCall;
class NodeView;
class ValueDelegate;

/// The attributes of the selected nodes: an editor for each from its declaration, its help, a way
/// back to the default, and a row for new ones. What is typed is given to all nodes as one step.
class AttributeSection : public QWidget {
    Q_OBJECT

public:
    AttributeSection(const PanelContext &context, QWidget *parent);
    ~AttributeSection() override;

    /// All must be in the graph of the document's stage; the last one leads.
    void setNodes(const std::vector<NodeId> &nodes);
    /// Its table, which lines up with others.
    [[nodiscard]] NodeView *view() { return m_view; }

Q_SIGNALS:
    /// Others than before are shown.
    void nodesReplaced();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createTitle(QVBoxLayout *column);
    void createTable(QVBoxLayout *column);
    void createNewRow(QVBoxLayout *column);
    void showHelp();
    void showTypes();
    void showProblem(const QString &problem);
    void showMenu(const QPoint &at);
    void addRowActions(QMenu &menu, int row);
    void edit(const QString &attribute, const QString &value);
    void reset(int row);
    void startNew();
    void endNew();
    void checkNew();
    void addNew();
    [[nodiscard]] QString problemOfNew() const;
    [[nodiscard]] int currentRow() const;

    PanelContext m_context;
    DeferredCall *m_fit; ///< shows types where a new width has room for them
    std::vector<NodeId> m_nodes;
    AttributeModel *m_model;
    NodeView *m_view;
    ValueDelegate *m_delegate;
    QLabel *m_title;
    QToolButton *m_add;
    QLabel *m_none;
    QLabel *m_help;
    QLabel *m_problem;
    QWidget *m_newRow;
    QLineEdit *m_newName;
    QLineEdit *m_newValue;
    QToolButton *m_newDone;
};

} // namespace nervure
