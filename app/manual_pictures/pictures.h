// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>

#include <functional>
#include <span>

namespace nervure {

class MainWindow;

/// Waits until nothing is under way in the window and its picture is there; false where that takes too
/// long.
[[nodiscard]] bool waitUntilQuiet(MainWindow &window);

/// A picture of the manual.
struct ManualPicture {
    const char *name;  ///< of its file, without suffix
    const char *model; ///< the sample it shows
    /// Brings the window to where it is taken, and takes it; null if that does not work.
    std::function<QPixmap(MainWindow &)> take;
};

/// All of them, in the order of the pages.
[[nodiscard]] std::span<const ManualPicture> manualPictures();

} // namespace nervure
