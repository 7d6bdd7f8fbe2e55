// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/machine_load.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace nervure {

class MainWindow;

/// Measures how a window opens its file, says it on standard output, and ends the program.
///
///     {"picture":true}                          as soon as the first picture was painted
///     {"gap_ms":12.1,"busy_ms":11.8,"others":0.1,"peak_kib":81234,"anonymous_kib":40321}
///         once all is quiet; the last: what is in no file
///
/// `gap_ms` is the longest time the event loop did not come round, `busy_ms` the most processor
/// time its thread used in one round, which other programs do not disturb. `others` is the part of the
/// processors that other programs had meanwhile.
class OpeningReport : public QObject {
    Q_OBJECT

public:
    /// Begins with the next round of the event loop; `window` must outlive it.
    explicit OpeningReport(MainWindow &window);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void tick();
    void pictureShown();
    void finish();

    MainWindow &m_window;
    MachineLoad m_load;
    QTimer m_ticks;
    QElapsedTimer m_sinceTick;
    QElapsedTimer m_quiet;
    double m_busyBefore = 0;
    double m_longestGap = 0;
    double m_longestBusy = 0;
    bool m_isPainted = false;
};

} // namespace nervure
