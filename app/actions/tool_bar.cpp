// SPDX-License-Identifier: Apache-2.0
#include "app/actions/tool_bar.h"

#include "app/actions/action_set.h"
#include "app/commands/pass_stepper.h"
#include "app/files/document_session.h"
#include "widgets/panels/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

namespace nervure {

namespace {
constexpr int iconSide = 20;
} // namespace

ToolBar::ToolBar(DocumentSession &session, const ActionSet &actions, PassStepper *stepper,
                 QWidget *parent)
    : QToolBar(parent),
      m_session(session),
      m_device(new QComboBox(this)),
      m_colorLabel(new QLabel(this)),
      m_color(new QComboBox(this))
{
    setObjectName(QStringLiteral("tool-bar"));
    setMovable(false);
    setIconSize({iconSide, iconSide});
    addWorkspaces(actions);
    addSeparator();
    addAction(actions.find(QStringLiteral("open")));
    addAction(actions.find(QStringLiteral("undo")));
    addAction(actions.find(QStringLiteral("redo")));
    addSeparator();
    addWidget(stepper);
    addAction(actions.find(QStringLiteral("side-by-side")));
    addSeparator();
    addDevice(actions);
    addSeparator();
    addColoring();
    retranslate();
    showDevices();
}

void ToolBar::addDevice(const ActionSet &actions)
{
    m_device->setObjectName(QStringLiteral("tool-device"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addWidget(m_device);
    QAction *run = actions.find(QStringLiteral("run"));
    addAction(run);
    if (auto *button = qobject_cast<QToolButton *>(widgetForAction(run))) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    addAction(actions.find(QStringLiteral("stop")));
    connect(m_device, &QComboBox::activated, this, &ToolBar::chooseDevice);
    connect(&m_session.worker, &WorkerProcess::devicesChanged, this, &ToolBar::showDevices);
    connect(&m_session.profiles, &ProfileRunner::optionsChanged, this, &ToolBar::showDevices);
}

void ToolBar::addColoring()
{
    m_colorLabel->setContentsMargins(0, 0, 6, 0);
    addWidget(m_colorLabel);
    m_color->setObjectName(QStringLiteral("tool-colour"));
    m_colorLabel->setBuddy(m_color);
    addWidget(m_color);
    connect(m_color, &QComboBox::activated, this, [this] {
        Q_EMIT coloringChosen(static_cast<NodeColoring>(m_color->currentData().toInt()));
    });
}

void ToolBar::addWorkspaces(const ActionSet &actions)
{
    m_workspaces = new QWidget(this);
    m_workspaces->setObjectName(QStringLiteral("workspace-switch"));
    auto *row = new QHBoxLayout(m_workspaces);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const Workspace workspace : allWorkspaces()) {
        auto *button = new QToolButton(m_workspaces);
        button->setDefaultAction(
            actions.find(QStringLiteral("workspace-") + workspaceKey(workspace)));
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    addWidget(m_workspaces);
}

void ToolBar::retranslate()
{
    setWindowTitle(tr("Tools"));
    m_workspaces->setAccessibleName(tr("Workspace"));
    m_device->setToolTip(tr("Device that runs are for"));
    m_device->setAccessibleName(tr("Device"));
    m_colorLabel->setText(tr("Color by"));
    m_color->setAccessibleName(tr("Color by"));
    const QSignalBlocker blocker(m_color);
    const int index = qMax(0, m_color->currentIndex());
    m_color->clear();
    for (const NodeColoring coloring : allColorings()) {
        m_color->addItem(coloringName(coloring), static_cast<int>(coloring));
    }
    m_color->setCurrentIndex(index);
}

void ToolBar::showColoring(NodeColoring coloring)
{
    m_color->setCurrentIndex(m_color->findData(static_cast<int>(coloring)));
}

void ToolBar::chooseDevice()
{
    ProfileOptions options = m_session.profiles.options();
    options.device = m_device->currentData().toString();
    m_session.profiles.setOptions(options);
}

void ToolBar::showDevices()
{
    const QSignalBlocker blocker(m_device);
    m_device->clear();
    for (const WorkerDevice &device : m_session.worker.devices()) {
        m_device->addItem(device.label, device.id);
        m_device->setItemData(m_device->count() - 1, device.name + u'\n' + device.version,
                              Qt::ToolTipRole);
    }
    if (m_device->count() == 0) {
        m_device->addItem(tr("Default device"), QString());
    }
    m_device->setCurrentIndex(qMax(0, m_device->findData(m_session.profiles.options().device)));
    m_device->setEnabled(m_device->count() > 1);
}

} // namespace nervure
