// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "widgets/panels/panel.h"

#include <QSet>

#include <array>

class QLabel;
class QLineEdit;
class QModelIndex;
class QStackedWidget;
class QToolButton;

namespace nervure {

class DiagnosticModel;
class EmptyState;
class NodeView;

/// What was found wrong with the model, worst first: a row for each cause, which unfolds to its nodes. A
/// click leads to the node; switches and a text say what is shown.
class DiagnosticsPanel : public Panel {
    Q_OBJECT

public:
    explicit DiagnosticsPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    [[nodiscard]] QWidget *makeFilter();
    void makeView();
    void filter();
    /// Unfolds what was unfolded before the rows were made anew.
    void unfoldAgain();
    void showMenu(const QPoint &at);
    void showSources();
    [[nodiscard]] QStringList trailLines() const;
    /// Of showSources().
    void follow(const QString &link);
    void fix(const QModelIndex &row);

    DiagnosticModel *m_model;
    QSet<QString> m_unfolded; ///< DiagnosticModel::causeAt()
    QWidget *m_top = nullptr;
    QLabel *m_summary;
    std::array<QToolButton *, 3> m_severities{}; ///< by Severity: whether they are shown
    QLineEdit *m_text;
    NodeView *m_view;
    QLabel *m_sources; ///< both sides of a contradiction at the chosen row's node, and their trails
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
