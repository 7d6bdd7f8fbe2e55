// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>

#include <functional>
#include <vector>

namespace nervure {

class MainWindow;

/// A picture of the manual.
struct ManualPicture {
    const char *name;  ///< of its file, without suffix
    const char *model; ///< the sample it shows
    /// Brings the window to where it is taken, and takes it; null if that does not work.
    std::function<QPixmap(MainWindow &)> take;
};

/// Those of what is measured when a model runs.
[[nodiscard]] std::vector<ManualPicture> runPictures();
/// All of them.
[[nodiscard]] std::vector<ManualPicture> manualPictures();

} // namespace nervure
