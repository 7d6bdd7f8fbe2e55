// SPDX-License-Identifier: Apache-2.0
#include "app/program/composition.h"

#include "app/commands/text_undo.h"
#include "app/files/recovery.h"
#include "app/program/startup_options.h"
#include "app/settings/operator_files.h"
#include "app/settings/program_paths.h"
#include "app/settings/recent_files.h"
#include "app/settings/run_mark.h"
#include "app/settings/settings.h"
#include "app/settings/translations_loader.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"
#include "core/builtins.h"
#include "widgets/style/theme.h"
#include "widgets_panels_builtins.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
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

const QString lostKey = QStringLiteral("start/lost");
/// From so many ends on nothing is opened again: it may be what the program does not survive.
constexpr int mostLostEnds = 3;

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
          recovery(services),
          mark(places.journalFolder.isEmpty() ? QString() : QFileInfo(places.journalFolder).path())
    {}

    /// The number of times in a row that the program did not end by itself.
    int endsLost()
    {
        const int lost = mark.wasLeft() ? store.value(lostKey, 0).toInt() + 1 : 0;
        store.setValue(lostKey, lost);
        return lost;
    }

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
    RunMark mark;
    std::optional<ThemeChoice> themeAsked; ///< on the command line, until another is chosen
};

Composition::Composition(const CompositionPaths &places) : m_parts(std::make_unique<Parts>(places))
{}

Composition::~Composition() = default;

void Composition::start(const StartupOptions &options)
{
    Parts &parts = *m_parts;
    if (!options.theme.isEmpty()) {
        parts.themeAsked =
            options.theme == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    // Once: windows that are open would be half in one language, half in the other.
    parts.translations.load(options.language.isEmpty() ? parts.settings.preferences().language
                                                       : options.language);
    const auto applySettings = [&parts] {
        parts.theme.setChoice(parts.themeAsked.value_or(parts.settings.preferences().theme));
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
    const int lost = parts.endsLost();
    const bool wereOpened =
        options.files.isEmpty() && lost < mostLostEnds && parts.windows.reopen();
    if (!wereOpened) {
        parts.windows.openAll(options.files);
    }
    if (lost > 0) {
        qWarning("the program before this one did not end by itself, %d time(s) in a row", lost);
        const QString ended =
            QCoreApplication::translate("Composition", "Nervure ended unexpectedly last time.");
        const QString opened =
            QCoreApplication::translate("Composition", "What was open is open again.");
        parts.windows.first()->showNotice(wereOpened ? ended + u' ' + opened : ended);
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
