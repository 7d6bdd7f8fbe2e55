// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;

namespace nervure {

/// Floats in the middle of its parent while something is read or laid out: what it is, how far it
/// is, and a button that stops it. Work that is quick never shows it.
class ProgressCard : public QFrame {
    Q_OBJECT

public:
    /// `area` is the widget it floats on.
    explicit ProgressCard(QWidget *area);

    /// Shows itself if the work still goes on after a moment.
    void begin(const QString &text);
    /// A negative fraction is an unknown one.
    void setProgress(double fraction);
    void end();

Q_SIGNALS:
    void canceled();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    QLabel *m_text;
    QProgressBar *m_bar;
    QTimer m_patience;
};

} // namespace nervure
