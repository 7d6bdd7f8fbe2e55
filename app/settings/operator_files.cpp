// SPDX-License-Identifier: Apache-2.0
#include "app/settings/operator_files.h"

#include "app/settings/settings.h"
#include "core/builtins.h"
#include "core/ops/custom/custom_operators.h"

#include <QFileInfo>

#include <string>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Programs write in several steps, of which the last counts.
constexpr int settlingMs = 200;

Result<std::vector<OperatorFile>> readFiles(const QStringList &paths)
{
    std::vector<std::string> files;
    for (const QString &path : paths) {
        files.push_back(path.toStdString());
    }
    return readOperatorFiles(files);
}

} // namespace

OperatorFiles::OperatorFiles(const Builtins &builtins, Settings &settings, QObject *parent)
    : QObject(parent),
      m_builtins(builtins),
      m_settings(settings)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settlingMs);
    connect(&m_soon, &QTimer::timeout, this, &OperatorFiles::load);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon,
            qOverload<>(&QTimer::start));
    connect(&settings, &Settings::preferencesChanged, this, &OperatorFiles::load);
    load();
}

void OperatorFiles::load()
{
    const QStringList &paths = m_settings.preferences().operatorFiles;
    watch(paths);
    auto files = readFiles(paths);
    if (!files) {
        setProblem(files.error());
        return;
    }
    if (*files == m_loaded) {
        setProblem(std::nullopt);
        return;
    }
    if (const Status status = exchangeOperators(m_loaded, *files, m_builtins.ops); !status) {
        setProblem(status.error());
        return;
    }
    m_loaded = std::move(*files);
    setProblem(std::nullopt);
    Q_EMIT changed();
}

/// The folders, too: a file may be replaced, or come later.
void OperatorFiles::watch(const QStringList &paths)
{
    QStringList watched = m_watcher.files() + m_watcher.directories();
    if (!watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    for (const QString &path : paths) {
        m_watcher.addPath(path);
        m_watcher.addPath(QFileInfo(path).absolutePath());
    }
}

void OperatorFiles::setProblem(std::optional<Diagnostic> problem)
{
    const bool isOther = problem.has_value() || m_problem.has_value();
    m_problem = std::move(problem);
    if (isOther) {
        Q_EMIT problemChanged();
    }
}

} // namespace nervure
