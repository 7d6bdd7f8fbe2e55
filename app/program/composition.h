// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/settings/program_paths.h"

#include <QString>

#include <memory>

namespace nervure {

class Recovery;
class Settings;
class WindowManager;
struct StartupOptions;

/// Where the program keeps things; tests have their own places.
struct CompositionPaths {
    QString settingsFile;                             ///< an INI file
    QString pictureFolder;                            ///< pictures of recent files
    QString journalFolder;                            ///< unsaved work; empty: it is not kept
    QString samplesFolder = nervure::samplesFolder(); ///< empty: there are none

    /// Those of the person who runs the program.
    [[nodiscard]] static CompositionPaths usual();
};

/// The composition root: makes everything that the windows share, once, and hands it out by
/// reference. Needs a QApplication; must go before it.
class Composition {
public:
    explicit Composition(const CompositionPaths &places = CompositionPaths::usual());
    ~Composition();
    Composition(const Composition &) = delete;
    Composition &operator=(const Composition &) = delete;

    /// Language and colors from the settings, unless the command line has others; then the
    /// windows it asks for; then unsaved work is offered that a crash left behind.
    void start(const StartupOptions &options);

    [[nodiscard]] Settings &settings();
    [[nodiscard]] WindowManager &windows();
    [[nodiscard]] Recovery &recovery();

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace nervure
