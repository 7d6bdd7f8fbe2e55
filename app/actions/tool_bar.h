// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/canvas_controller.h"

#include <QToolBar>

class QComboBox;
class QLabel;

namespace nervure {

class ActionSet;
class PassStepper;
struct DocumentSession;

/// The one row of tools: workspaces · open, undo, redo · passes · device, run · color by.
class ToolBar : public QToolBar {
    Q_OBJECT

public:
    ToolBar(DocumentSession &session, const ActionSet &actions, PassStepper *stepper,
            QWidget *parent = nullptr);

    void showColoring(NodeColoring coloring);
    /// Words anew: the language changed.
    void retranslate();

Q_SIGNALS:
    void coloringChosen(nervure::NodeColoring coloring);

private:
    void addWorkspaces(const ActionSet &actions);
    void addDevice(const ActionSet &actions);
    void addColoring();
    void showDevices();
    void chooseDevice();

    DocumentSession &m_session;
    QWidget *m_workspaces = nullptr;
    QComboBox *m_device;
    QLabel *m_colorLabel;
    QComboBox *m_color;
};

} // namespace nervure
