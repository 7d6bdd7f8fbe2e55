// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/theme.h"

#include "widgets/style/colors.h"
#include "widgets/style/plain_labels.h"
#include "widgets/style/style_sheet.h"

#include <QApplication>
#include <QStyle>

namespace nervure {

Theme::Theme(QApplication &application, QObject *parent)
    : QObject(parent),
      m_application(application),
      m_isDesktopDark(application.palette().color(QPalette::Window).lightness() < 128)
{
    QApplication::setStyle(QStringLiteral("Fusion"));
    m_isDark = m_isDesktopDark;
    apply();
    m_application.installEventFilter(new PlainLabels(this));
    connect(&m_portal, &PortalColorScheme::changed, this, &Theme::update);
    m_portal.watch();
}

void Theme::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    update();
}

const Palette &Theme::palette() const
{
    return m_isDark ? darkPalette() : lightPalette();
}

bool Theme::isMotionReduced() const
{
    return m_application.style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

void Theme::update()
{
    const bool isDark = m_choice == ThemeChoice::System
                            ? m_portal.isDark().value_or(m_isDesktopDark)
                            : m_choice == ThemeChoice::Dark;
    if (isDark == m_isDark) {
        return;
    }
    m_isDark = isDark;
    apply();
    Q_EMIT changed();
}

void Theme::apply()
{
    QApplication::setPalette(toQPalette(palette()));
    m_application.setStyleSheet(styleSheet(palette()));
}

} // namespace nervure
