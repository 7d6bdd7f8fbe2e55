// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace nervure {

class EmptyState;
class NodeView;
class ProfileModel;
class RunControls;

/// Runs the model on a device and shows where the time goes, layer by layer.
class RunPanel : public Panel {
    Q_OBJECT

public:
    explicit RunPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;
    void showEvent(QShowEvent *event) override;

private:
    void createView();
    void showState();
    void showTotals();
    void showWarnings();
    void showPrinted(const QString &text);

    ProfileModel *m_model;
    RunControls *m_controls;
    QLabel *m_totals;
    QLabel *m_notice;
    QLabel *m_failure;
    QLabel *m_warnings;
    QPlainTextEdit *m_printed;
    NodeView *m_view;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
