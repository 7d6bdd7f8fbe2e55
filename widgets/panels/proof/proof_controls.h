// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/proof_service.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace nervure {

class ProofRunner;
class ProfileRunner;
class WorkerProcess;

/// What is proved, on what device, with what tolerance; and how far it is.
class ProofControls : public QWidget {
    Q_OBJECT

public:
    ProofControls(ProofRunner &proofs, ProfileRunner &profiles, WorkerProcess &worker,
                  QWidget *parent);

    /// What can be done may have changed.
    void showState();

Q_SIGNALS:
    /// The values of the model are to be compared with those of another file.
    void comparisonWanted();

private:
    QPushButton *createButton(const char *name, const QString &text, const QString &toolTip,
                              ProofExtent extent);
    void createChoices();
    void createComparison();
    void createProgress();
    void showDevices();
    void takeTolerance();

    ProofRunner &m_proofs;
    ProfileRunner &m_profiles;
    WorkerProcess &m_worker;
    QPushButton *m_step;
    QPushButton *m_all;
    QPushButton *m_bisect;
    QPushButton *m_compare;
    QComboBox *m_against;
    QComboBox *m_device;
    QLineEdit *m_tolerance;
    QPushButton *m_stop;
    QProgressBar *m_progress;
    QLabel *m_stage;
};

} // namespace nervure
