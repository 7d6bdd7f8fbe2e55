// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/panels/panel.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;
class QScrollArea;

namespace nervure {

class BreakList;
class DeferredCall;
class EmptyState;
class MissingInputs;
class NodeView;
class PassListModel;
class PassNotice;
class PassOptions;
class PassStepModel;
class PipelineList;
class PipelineOptions;
struct PassSpec;

/// Runs passes on the model, asks for what they miss, and lists what each of them did: the step that
/// is chosen in the history is what the whole window shows. The passes stand beside the history, or above
/// it where the panel is higher than wide.
class PassesPanel : public Panel {
    Q_OBJECT

public:
    explicit PassesPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void orient();
    QWidget *createList();
    QWidget *createHistory();
    QLayout *createPipeline();
    QLayout *createFilter();
    QWidget *createRunning();
    [[nodiscard]] const PassSpec *chosenPass() const;
    [[nodiscard]] Dialect reachedDialect() const;
    void showChosen();
    void showRunning();
    void showStage();
    void runChosen();
    void showStepMenu(const QPoint &place);

    DeferredCall *m_orient;
    QSplitter *m_split;
    PassListModel *m_passes;
    PassStepModel *m_steps;
    NodeView *m_passView;
    NodeView *m_stepView;
    PassOptions *m_options;
    QScrollArea *m_optionArea;
    QLabel *m_misfit; ///< why the chosen pass is not offered
    MissingInputs *m_missing;
    QPushButton *m_runAll;
    QPushButton *m_compile;
    QPushButton *m_runOne;
    QWidget *m_running = nullptr;
    QProgressBar *m_progress;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    PipelineList *m_pipeline;
    PipelineOptions *m_pipelineOptions;
    PassNotice *m_notice;
    BreakList *m_breaks;
    QToolButton *m_stopWhen;
    QCheckBox *m_onlyChanges;
    QPushButton *m_comparison;
    bool m_isShowing = false; ///< the program moves through the list, not the person
};

} // namespace nervure
