// SPDX-License-Identifier: Apache-2.0
#include "app/actions/tool_bar.h"

#include "app/actions/action_set.h"
#include "app/commands/pass_stepper.h"
#include "app/files/document_session.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

namespace nervure {

namespace {
constexpr int spaceWidth = 12;
constexpr int iconSide = 20;
} // namespace

ToolBar::ToolBar(DocumentSession &session, const ActionSet &actions, PassStepper *stepper,
                 QWidget *parent)
    : QToolBar(parent),
      m_session(session),
      m_device(new QComboBox(this)),
      m_colourLabel(new QLabel(this)),
      m_colour(new QComboBox(this))
{
    setObjectName(QStringLiteral("tool-bar"));
    setMovable(false);
    setIconSize({iconSide, iconSide});
    addAction(actions.find(QStringLiteral("open")));
    addAction(actions.find(QStringLiteral("undo")));
    addAction(actions.find(QStringLiteral("redo")));
    addSpace();
    addSeparator();
    addSpace();
    addWidget(stepper);
    addSpace();
    addSeparator();
    addSpace();
    addDevice(actions);
    addSpace();
    addSeparator();
    addSpace();
    addColouring();
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

void ToolBar::addColouring()
{
    m_colourLabel->setContentsMargins(0, 0, 6, 0);
    addWidget(m_colourLabel);
    m_colour->setObjectName(QStringLiteral("tool-colour"));
    m_colourLabel->setBuddy(m_colour);
    addWidget(m_colour);
    connect(m_colour, &QComboBox::activated, this, [this] {
        Q_EMIT colouringChosen(static_cast<Colouring>(m_colour->currentData().toInt()));
    });
}

void ToolBar::addSpace()
{
    auto *space = new QWidget(this);
    space->setFixedWidth(spaceWidth);
    addWidget(space);
}

void ToolBar::retranslate()
{
    setWindowTitle(tr("Tools"));
    m_device->setToolTip(tr("Device that runs are for"));
    m_device->setAccessibleName(tr("Device"));
    m_colourLabel->setText(tr("Colour by"));
    m_colour->setAccessibleName(tr("Colour by"));
    const QSignalBlocker blocker(m_colour);
    const int index = qMax(0, m_colour->currentIndex());
    m_colour->clear();
    for (const Colouring colouring : allColourings()) {
        m_colour->addItem(colouringName(colouring), static_cast<int>(colouring));
    }
    m_colour->setCurrentIndex(index);
}

void ToolBar::showColouring(Colouring colouring)
{
    m_colour->setCurrentIndex(m_colour->findData(static_cast<int>(colouring)));
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
