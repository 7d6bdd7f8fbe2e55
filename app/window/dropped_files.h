// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QMimeData;

namespace nervure {

class MainWindow;

/// The paths of files and folders of this machine.
[[nodiscard]] QStringList localFiles(const QMimeData *data);

/// Models beside what the window shows, data for the model that it shows, folders as steps of a compiler.
void openDropped(const QStringList &paths, MainWindow &window);

} // namespace nervure
