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

/// The one row of tools: open, undo, redo · passes · device, run · colour by.
class ToolBar : public QToolBar {
    Q_OBJECT

public:
    ToolBar(DocumentSession &session, const ActionSet &actions, PassStepper *stepper,
            QWidget *parent = nullptr);

    void showColouring(Colouring colouring);
    /// Words anew: the language changed.
    void retranslate();

Q_SIGNALS:
    void colouringChosen(nervure::Colouring colouring);

private:
    void addSpace();
    void addDevice(const ActionSet &actions);
    void addColouring();
    void showDevices();
    void chooseDevice();

    DocumentSession &m_session;
    QComboBox *m_device;
    QLabel *m_colourLabel;
    QComboBox *m_colour;
};

} // namespace nervure
