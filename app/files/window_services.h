// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/panel_spec.h"

#include <QString>

#include <filesystem>

namespace nervure {

class ModelWindows;
class OperatorFiles;
class RecentFiles;
class Recovery;
class Settings;
class Theme;
class TranslationsLoader;

/// What all windows share. Made once by the Composition, outlives every window.
struct WindowServices {
    const Builtins &builtins;
    const PanelRegistry &panels;
    Settings &settings;
    OperatorFiles &operatorFiles;
    RecentFiles &recentFiles;
    Theme &theme;
    ModelWindows &windows;
    Recovery &recovery;
    const std::filesystem::path &journalFolder; ///< of unsaved work; empty: it is not kept
    const QString &samplesFolder; ///< of the models that the start page offers; empty: none
};

} // namespace nervure
