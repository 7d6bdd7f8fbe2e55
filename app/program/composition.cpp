// SPDX-License-Identifier: Apache-2.0
#include "app/program/composition.h"

#include "app/commands/text_undo.h"
#include "app/files/recovery.h"
#include "app/program/startup_options.h"
#include "app/settings/operator_files.h"
#include "app/settings/program_paths.h"
#include "app/settings/recent_files.h"
#include "app/settings/settings.h"
#include "app/settings/translations_loader.h"
#include "app/window/window_manager.h"
#include "core/builtins.h"
#include "widgets/style/theme.h"
#include "widgets_panels_builtins.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include <filesystem>
#include <optional>

namespace nervure {

namespace {

PanelRegistry makePanels()
{
    PanelRegistry panels;
    registerBuiltinPanels(panels);
    return panels;
}

} // namespace

CompositionPaths CompositionPaths::usual()
{
    const QDir config(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation));
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    return {config.filePath(QStringLiteral("nervure.ini")),
            cache.filePath(QStringLiteral("pictures")), nervure::journalFolder()};
}

/// In the order of dependence.
struct Composition::Parts {
    explicit Parts(const CompositionPaths &places)
        : store(places.settingsFile, QSettings::IniFormat),
          settings(store),
          operatorFiles(builtins, settings),
          recentFiles(store, places.pictureFolder),
          journals(places.journalFolder.toStdString()),
          samples(places.samplesFolder),
          windows(services),
          recovery(services)
    {}

    QSettings store;
    Builtins builtins = makeBuiltins();
    PanelRegistry panels = makePanels();
    Settings settings;
    OperatorFiles operatorFiles;
    RecentFiles recentFiles;
    TranslationsLoader translations;
    TextUndo textUndo;
    Theme theme{*qApp};
    const std::filesystem::path journals;
    const QString samples;
    const WindowServices services{builtins, panels,  settings, operatorFiles, recentFiles,
                                  theme,    windows, recovery, journals,      samples};
    WindowManager windows;
    Recovery recovery;
    QString language;                      ///< of the command line; beats the settings
    std::optional<ThemeChoice> themeAsked; ///< likewise, until another is chosen in the settings
};

Composition::Composition(const CompositionPaths &places) : m_parts(std::make_unique<Parts>(places))
{}

Composition::~Composition() = default;

void Composition::start(const StartupOptions &options)
{
    Parts &parts = *m_parts;
    parts.language = options.language;
    if (!options.theme.isEmpty()) {
        parts.themeAsked =
            options.theme == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    const auto applySettings = [&parts] {
        const Preferences &preferences = parts.settings.preferences();
        parts.theme.setChoice(parts.themeAsked.value_or(preferences.theme));
        const QString &language = parts.language.isEmpty() ? preferences.language : parts.language;
        parts.translations.load(language);
    };
    applySettings();
    QObject::connect(
        &parts.settings, &Settings::preferencesChanged, &parts.theme,
        [&parts, applySettings, before = parts.settings.preferences().theme]() mutable {
            if (before != parts.settings.preferences().theme) {
                before = parts.settings.preferences().theme;
                parts.themeAsked.reset();
            }
            applySettings();
        });
    if (!options.files.isEmpty() || !parts.windows.reopen()) {
        parts.windows.openAll(options.files);
    }
    parts.recovery.start();
}

Settings &Composition::settings()
{
    return m_parts->settings;
}

WindowManager &Composition::windows()
{
    return m_parts->windows;
}

Recovery &Composition::recovery()
{
    return m_parts->recovery;
}

} // namespace nervure
