// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"
#include "widgets/style/portal_color_scheme.h"
#include "widgets/style/theme_choice.h"

#include <QObject>
#include <QPalette>

class QApplication;

namespace nervure {

/// Gives the application its looks: Fusion, palette and style sheet, light or dark. Follows the
/// desktop while the choice is System: the settings portal's word, else the palette the desktop
/// gave to Qt. Make one, before the first window.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QApplication &application, QObject *parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);
    [[nodiscard]] bool isDark() const { return m_isDark; }
    [[nodiscard]] const Palette &palette() const;
    /// Whether the desktop asks for less motion; animations then take no time.
    [[nodiscard]] bool isMotionReduced() const;

Q_SIGNALS:
    /// Light became dark or the other way round; the application has the new looks already.
    void changed();

private:
    void update();
    void apply();

    QApplication &m_application;
    PortalColorScheme m_portal;
    bool m_isDesktopDark = false; ///< by the palette the desktop gave
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_isDark = false;
};

} // namespace nervure
