// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace nervure {

class GraphDocument;
class ProfileRunner;
class RunSettings;
class WorkerProcess;

/// The row above the table of layers: device, mode, repeats, what else there is to choose, run and
/// stop, progress with the time that was measured so far.
class RunControls : public QWidget {
    Q_OBJECT

public:
    RunControls(ProfileRunner &runner, WorkerProcess &worker, const GraphDocument &document,
                QWidget *parent);

    /// Whether there is a model to run.
    void setRunnable(bool isRunnable);
    [[nodiscard]] QPushButton *runButton() const { return m_run; }

private:
    void createDevice();
    void createMode();
    void createRepeat();
    void createButtons();
    void fillWhatIf();
    void showDevices();
    void showChanged();
    [[nodiscard]] QString stageText() const;
    [[nodiscard]] QString progressText() const;
    void showState();
    void showProgress();

    ProfileRunner &m_runner;
    WorkerProcess &m_worker;
    const GraphDocument &m_document;
    QComboBox *m_device;
    QComboBox *m_mode;
    QSpinBox *m_repeat;
    QPushButton *m_choices;
    RunSettings *m_settings;
    QPushButton *m_run;
    QToolButton *m_whatIf;
    QPushButton *m_stop;
    QProgressBar *m_progress;
    QLabel *m_stage;
    bool m_isRunnable = false;
};

} // namespace nervure
