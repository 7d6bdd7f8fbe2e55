// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace nervure {

class EmptyState;
class KeptRuns;
class MissingSizesRow;
class RunControls;
class RunFigures;
class RunTables;

/// Runs the model on a device, keeps the runs, and shows of one of them where the time goes: in figures and in
/// tables, alone or beside another run.
class RunPanel : public Panel {
    Q_OBJECT

public:
    explicit RunPanel(const PanelContext &context);

    void takeFocus() override;
    void save(QSettings &store) const override;
    void restore(const QSettings &store) override;

protected:
    void refresh() override;
    void showSelection() override;
    void showEvent(QShowEvent *event) override;

private:
    void createLabels();
    [[nodiscard]] QWidget *createBody();
    void followRuns();
    void showState();
    void showFigures();
    void showWarnings();
    void showPrinted(const QString &text);

    RunControls *m_controls;
    RunFigures *m_figures;
    QLabel *m_notice;
    QLabel *m_failure;
    MissingSizesRow *m_missing;
    QLabel *m_warnings;
    QPlainTextEdit *m_printed;
    KeptRuns *m_runs;
    RunTables *m_tables;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
};

} // namespace nervure
