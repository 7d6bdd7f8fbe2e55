// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialogs/machine_dialog.h"

#include "core/engine/remote/remote_place.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/style/form.h"
#include "widgets/text/core_messages.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

MachineDialog::MachineDialog(WorkerProcess &worker, const QStringList &known, QWidget *parent)
    : QDialog(parent),
      m_worker(worker),
      m_host(new QComboBox(this)),
      m_program(new QLineEdit(this)),
      m_progress(new QProgressBar(this)),
      m_failure(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    createRows();
    for (const QString &machine : known) {
        if (const auto place = parseRemotePlace(machine.toStdString())) {
            m_host->addItem(QString::fromStdString(place->host), machine);
        }
    }
    connect(m_host, &QComboBox::activated, this,
            [this](int index) { showKnown(m_host->itemData(index).toString()); });
    connect(m_buttons, &QDialogButtonBox::accepted, this, &MachineDialog::connectNow);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &MachineDialog::reject);
    connect(&worker, &WorkerProcess::finished, this, [this](quint64 request) {
        if (request == m_request && request != 0) {
            m_request = 0;
            accept();
        }
    });
    connect(&worker, &WorkerProcess::failed, this, [this](quint64 request, const QString &message) {
        if (request == m_request && request != 0) {
            m_request = 0;
            setWaiting(false);
            m_failure->setText(coreMessage(message));
            m_failure->show();
            m_host->setFocus();
        }
    });
    showKnown(known.value(0));
}

void MachineDialog::createRows()
{
    setObjectName(QStringLiteral("machine-dialog"));
    setWindowTitle(tr("Connect to a machine"));
    m_host->setObjectName(QStringLiteral("machine-host"));
    m_host->setEditable(true);
    m_host->lineEdit()->setPlaceholderText(tr("a host that ssh knows, or user@host"));
    m_program->setObjectName(QStringLiteral("machine-program"));
    m_program->setPlaceholderText(tr("nervure-cli, in the PATH there"));
    m_failure->setObjectName(QStringLiteral("machine-failure"));
    m_failure->setWordWrap(true);
    m_failure->setTextFormat(Qt::PlainText);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_failure->hide();
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->hide();
    auto *note = new QLabel(tr("Models then run there, through ssh with your configuration and "
                               "agent; nothing asks for a password. The machine needs the same "
                               "version of Nervure."),
                            this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Connect"));
    // Else it is what Return presses once the other has been off for a while.
    m_buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    auto *form = new Form;
    form->setVerticalSpacing(12);
    form->addRow(tr("&Machine"), m_host);
    form->addRow(tr("&Program there"), m_program);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(note);
    column->addWidget(m_progress);
    column->addWidget(m_failure);
    column->addStretch();
    column->addWidget(m_buttons);
    setMinimumWidth(440);
}

QString MachineDialog::machine() const
{
    const QString program = m_program->text().trimmed();
    const QString host = QStringLiteral("ssh:") + m_host->currentText().trimmed();
    return program.isEmpty() ? host : host + u'=' + program + u'/';
}

/// The program that was named for that machine the last time.
void MachineDialog::showKnown(const QString &machine)
{
    const auto place = parseRemotePlace(machine.toStdString());
    m_program->setText(place ? QString::fromStdString(place->program) : QString());
}

void MachineDialog::connectNow()
{
    const auto place = parseRemotePlace(machine().toStdString());
    m_request = place ? m_worker.requestDevices(machine()) : 0;
    setWaiting(m_request != 0);
    m_failure->setVisible(m_request == 0);
    if (!place) {
        m_failure->setText(tr("“%1” is no name of a machine.").arg(m_host->currentText()));
    } else if (m_request == 0) {
        m_failure->setText(tr("The worker is busy; try again when it has finished."));
    }
}

void MachineDialog::setWaiting(bool isWaiting)
{
    m_progress->setVisible(isWaiting);
    m_host->setEnabled(!isWaiting);
    m_program->setEnabled(!isWaiting);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(!isWaiting);
}

void MachineDialog::reject()
{
    if (m_request != 0) {
        m_request = 0;
        m_worker.cancel();
    }
    QDialog::reject();
}

} // namespace nervure
