// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/semantics.h"
#include "widgets/style/theme_choice.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace nervure {

/// What the mouse wheel does on the canvas; with Ctrl or Shift it does the other.
enum class WheelChoice { Scroll, Zoom };

/// What a person can set in the settings dialog. Defaults are what a new installation has.
struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    QString language;                   ///< "en", "zh_CN"; empty: the desktop's
    std::optional<Semantics> semantics; ///< for documents newly opened; nothing: by dialect
    QStringList operatorFiles;          ///< that declare operators (core/ops/custom)
    WheelChoice wheel = WheelChoice::Scroll;
    bool showsDifference = false; ///< before a file is overwritten
    /// The command that does device work, e.g. "ssh host nervure-cli worker"; empty: our own.
    QString workerCommand;
    bool opensFolded = true; ///< large models, by names or repeats
    bool animates = true;    ///< pictures, unless the desktop asks for no motion
    bool opensTabs = true;   ///< of one window; else every model has a window of its own
    bool reopens = true;     ///< what was open when the program ended, at its next start

    bool operator==(const Preferences &) const = default;
};

} // namespace nervure
