// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace nervure {

class PassRunner;

/// A row that says why the passes stand where they stand, and offers to go on: a condition holds, or a program
/// that nobody allowed is next, whose whole command it shows. Hidden where they came to their end.
class PassNotice : public QFrame {
    Q_OBJECT

public:
    /// The runner must outlive it.
    PassNotice(PassRunner &passes, QWidget *parent);

    /// Shows the runner as it is now.
    void showState();

private:
    [[nodiscard]] QPushButton *addButton(const QString &text, const QString &name);
    void showCommand();

    PassRunner &m_passes;
    QLabel *m_text;
    QPlainTextEdit *m_command;
    QPushButton *m_goOn;
    QPushButton *m_run;
    QPushButton *m_leaveOut;
};

} // namespace nervure
