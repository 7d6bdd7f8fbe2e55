// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QProgressBar;

namespace nervure {

class WorkerProcess;

/// Asks for another machine and connects to it: the worker lists its devices. It stays open while that takes, and
/// tells why it failed; accepted, the worker knows the devices.
class MachineDialog : public QDialog {
    Q_OBJECT

public:
    /// `known` are machines that were connected before, as machine() has them, the last one first.
    MachineDialog(WorkerProcess &worker, const QStringList &known, QWidget *parent = nullptr);

    /// "ssh:gpu1", or "ssh:gpu1=/opt/nervure-cli/" where a program is given.
    [[nodiscard]] QString machine() const;

    void reject() override;

private:
    void createRows();
    void connectNow();
    void showKnown(const QString &machine);
    void setWaiting(bool isWaiting);

    WorkerProcess &m_worker;
    QComboBox *m_host;
    QLineEdit *m_program;
    QProgressBar *m_progress;
    QLabel *m_failure;
    QDialogButtonBox *m_buttons;
    quint64 m_request = 0; ///< under way
};

} // namespace nervure
