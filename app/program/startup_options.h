// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace nervure {

/// What the command line asks of the window: `nervure [OPTION…] [FILE…]`.
struct StartupOptions {
    QStringList files;       ///< absolute paths
    QString theme;           ///< "light", "dark" or nothing
    QString language;        ///< "zh_CN" or nothing
    bool newProcess = false; ///< does not look for a running one
    QString error;           ///< one line for stderr; nothing if all is well

    /// `arguments` without the program's name; relative paths are relative to the current folder.
    [[nodiscard]] static StartupOptions parse(const QStringList &arguments);
};

} // namespace nervure
