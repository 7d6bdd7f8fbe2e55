// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace nervure {

class PassRunner;

/// A row that says why the passes stand where they stand, and offers to go on; hidden where they came to their end.
class PassNotice : public QFrame {
    Q_OBJECT

public:
    /// The runner must outlive it.
    PassNotice(PassRunner &passes, QWidget *parent);

    /// Shows the runner as it is now.
    void update();

private:
    PassRunner &m_passes;
    QLabel *m_text;
    QPushButton *m_goOn;
};

} // namespace nervure
