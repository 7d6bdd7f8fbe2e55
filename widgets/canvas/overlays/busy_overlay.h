// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;

namespace nervure {

/// Says that work goes on, how far it is, and offers to stop it. Shows itself only when the work
/// takes longer than a moment, so that quick work does not flicker.
class BusyOverlay : public QWidget {
    Q_OBJECT

public:
    explicit BusyOverlay(QWidget *parent);

    /// `fraction` below 0: unknown. An empty text: there is no work.
    void setWork(const QString &text, double fraction);

Q_SIGNALS:
    void canceled();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QTimer m_delay;
    QLabel *m_label;
    QProgressBar *m_progress;
};

} // namespace nervure
