// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel.h"

class QLabel;
class QSplitter;
class QStackedWidget;

namespace nervure {

class EmptyState;
class NodeView;
class ProofControls;
class ProofStepModel;
class ProvedValueModel;

/// Whether the passes leave the values of the model as they were: the steps with their greatest errors, and
/// the values of the step that is chosen; or the values of the model beside those of another file. A step that is chosen is shown, a value's node selected.
class ProofPanel : public Panel {
    Q_OBJECT

public:
    explicit ProofPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *createTables();
    void showResult();
    void showValues();
    void goToStep(int row);
    void showFirst();
    void compare();
    [[nodiscard]] QString comparedName() const;
    [[nodiscard]] int shownRow() const;

    ProofControls *m_controls;
    QLabel *m_summary;
    ProofStepModel *m_steps;
    NodeView *m_stepView;
    ProvedValueModel *m_values;
    NodeView *m_valueView;
    QSplitter *m_tables = nullptr;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    bool m_isShowing = false; ///< the program moves through the lists, not the person
};

} // namespace nervure
