// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace nervure {

/// Absolute path of a program of ours: beside the running one, one folder up (tests), or where an
/// installation keeps its helpers. Empty if it is not there.
[[nodiscard]] QString programPath(const QString &name);

/// The folder of the bundled samples: of the installation, else of the source tree that the build
/// lies in. Empty if there is none.
[[nodiscard]] QString samplesFolder();

/// Where the journals of unsaved work are, below the user's data folder; empty if there is none.
[[nodiscard]] QString journalFolder();

} // namespace nervure
