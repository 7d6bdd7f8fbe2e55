// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/declared_operators.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace nervure {

class Settings;
struct Builtins;

/// The operators that the files of the settings declare: known from the start, and again whenever one of the
/// files or the list changes.
class OperatorFiles : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it.
    OperatorFiles(const Builtins &builtins, Settings &settings, QObject *parent = nullptr);

    /// What is wrong with a file; then the declarations of before stay. Nothing: all is well.
    [[nodiscard]] const std::optional<Diagnostic> &problem() const { return m_problem; }

Q_SIGNALS:
    /// Others are known than before.
    void changed();
    void problemChanged();

private:
    void load();
    void watch(const QStringList &paths);
    void setProblem(std::optional<Diagnostic> problem);

    const Builtins &m_builtins;
    Settings &m_settings;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;
    std::vector<OperatorFile> m_loaded; ///< what is declared by the settings
    std::optional<Diagnostic> m_problem;
};

} // namespace nervure
