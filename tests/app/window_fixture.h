// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/canvas_commands.h"
#include "app/files/file_commands.h"
#include "app/program/composition.h"
#include "app/program/startup_options.h"
#include "app/settings/program_paths.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"
#include "tests/support/environment.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <memory>
#include <mutex>

namespace nervure::tests {

/// The whole program but for main(), with settings of its own in a folder that goes with it.
struct WindowFixture {
    QTemporaryDir folder;
    Composition composition{{folder.filePath(QStringLiteral("settings.ini")),
                             folder.filePath(QStringLiteral("pictures")),
                             folder.filePath(QStringLiteral("journals"))}};

    [[nodiscard]] QString sample(const QString &name) const
    {
        return QDir(samplesFolder()).filePath(name);
    }

    /// A copy of a sample, or of another file by its whole path, that a test may change.
    [[nodiscard]] QString copyOf(const QString &name) const
    {
        const QString path = folder.filePath(QFileInfo(name).fileName());
        QFile::copy(sample(name), path);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        return path;
    }

    /// Opens the file and waits until its picture is on the canvas; null if that does not happen.
    [[nodiscard]] MainWindow *open(const QString &path)
    {
        MainWindow *window = composition.windows().open(path);
        QSignalSpy shown(&window->canvas().controller(), &CanvasController::shown);
        return shown.wait(patienceMs) ? window : nullptr;
    }

    static constexpr int patienceMs = 30000;
};

/// Waits until what the window is saving is saved, or was not.
inline bool waitUntilSaved(MainWindow &window)
{
    return QTest::qWaitFor([&window] { return !window.files().isSaving(); },
                           WindowFixture::patienceMs);
}

/// Keeps a window's jobs from beginning as long as it lives: what is under way stays so.
class HeldJobs {
public:
    explicit HeldJobs(MainWindow &window)
    {
        const int threads = std::max(4, QThread::idealThreadCount());
        for (int i = 0; i < threads; ++i) {
            window.session().jobs.start(
                {}, &window,
                [gate = m_gate](const JobControl &) {
                    const std::lock_guard lock(*gate);
                    return 0;
                },
                [](int) {});
        }
    }
    ~HeldJobs() { m_gate->unlock(); }
    HeldJobs(const HeldJobs &) = delete;
    HeldJobs &operator=(const HeldJobs &) = delete;

private:
    static std::shared_ptr<std::mutex> locked()
    {
        auto gate = std::make_shared<std::mutex>();
        gate->lock();
        return gate;
    }
    std::shared_ptr<std::mutex> m_gate = locked();
};

/// A visible child by its object name; null if there is none.
template <typename Widget>
[[nodiscard]] Widget *find(const QWidget *window, const char *name)
{
    return window->findChild<Widget *>(QString::fromLatin1(name));
}

} // namespace nervure::tests
