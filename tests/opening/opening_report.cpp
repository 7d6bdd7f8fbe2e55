// SPDX-License-Identifier: Apache-2.0
#include "tests/opening/opening_report.h"

#include "app/window/main_window.h"
#include "widgets/canvas/graph_view.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>

namespace nervure {

namespace {

constexpr int tickMs = 2;
/// So long nothing is under way any more.
constexpr int quietMs = 400;

/// Processor time of this thread.
double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// A figure of this process' memory, in KiB. getrusage() also counts what its parent had when it was forked.
long kibibytesOf(std::string_view figure)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(figure)) {
            return std::strtol(line.c_str() + figure.size(), nullptr, 10);
        }
    }
    return -1;
}

} // namespace

OpeningReport::OpeningReport(MainWindow &window) : m_window(window)
{
    m_ticks.setTimerType(Qt::PreciseTimer);
    m_ticks.setInterval(tickMs);
    connect(&m_ticks, &QTimer::timeout, this, &OpeningReport::tick);
    connect(&window.view(), &GraphView::drawingChanged, this, [this] {
        if (!m_isPainted && m_window.view().scene() != nullptr) {
            m_window.view().viewport()->installEventFilter(this);
        }
    });
    m_ticks.start();
}

bool OpeningReport::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        QTimer::singleShot(0, this, &OpeningReport::pictureShown);
    }
    return false;
}

void OpeningReport::pictureShown()
{
    m_isPainted = true;
    std::puts("{\"picture\":true}");
    std::fflush(stdout);
}

void OpeningReport::tick()
{
    const double busy = threadMilliseconds();
    if (m_sinceTick.isValid()) {
        m_longestGap =
            std::max(m_longestGap, static_cast<double>(m_sinceTick.nsecsElapsed()) / 1e6);
        m_longestBusy = std::max(m_longestBusy, busy - m_busyBefore);
    }
    m_busyBefore = busy;
    m_sinceTick.start();
    if (!m_isPainted || !m_window.session().jobs.jobs().isEmpty()) {
        m_quiet.invalidate();
    } else if (!m_quiet.isValid()) {
        m_quiet.start();
    } else if (m_quiet.elapsed() > quietMs) {
        finish();
    }
}

void OpeningReport::finish()
{
    m_ticks.stop();
    std::printf("{\"gap_ms\":%.1f,\"busy_ms\":%.1f,\"others\":%.2f,\"peak_kib\":%ld,"
                "\"anonymous_kib\":%ld}\n",
                m_longestGap, m_longestBusy, m_load.ofOthers().value_or(0), kibibytesOf("VmHWM:"),
                kibibytesOf("RssAnon:"));
    std::fflush(stdout);
    QCoreApplication::quit();
}

} // namespace nervure
