// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/colors.h"

namespace nervure {

const Palette &paletteFor(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? darkPalette() : lightPalette();
}

QPalette toQPalette(const Palette &palette)
{
    const QColor card = toQColor(palette.card);
    const QColor canvas = toQColor(palette.canvas);
    const QColor text = toQColor(palette.text);
    const QColor muted = toQColor(palette.muted);
    const QColor faint = toQColor(blend(palette.muted, palette.card, 0.35));
    QPalette result;
    result.setColor(QPalette::Window, card);
    result.setColor(QPalette::WindowText, text);
    result.setColor(QPalette::Base, card);
    result.setColor(QPalette::AlternateBase, canvas);
    result.setColor(QPalette::Text, text);
    result.setColor(QPalette::PlaceholderText, muted);
    result.setColor(QPalette::Button, card);
    result.setColor(QPalette::ButtonText, text);
    result.setColor(QPalette::BrightText, toQColor(palette.accent));
    result.setColor(QPalette::ToolTipBase, text);
    result.setColor(QPalette::ToolTipText, card);
    result.setColor(QPalette::Link, toQColor(palette.accent));
    result.setColor(QPalette::LinkVisited, toQColor(palette.accent));
    result.setColor(QPalette::Highlight, toQColor(blend(palette.card, palette.accent, 0.22)));
    result.setColor(QPalette::HighlightedText, text);
    result.setColor(QPalette::Light, toQColor(blend(palette.card, palette.text, 0.04)));
    result.setColor(QPalette::Midlight, toQColor(blend(palette.card, palette.text, 0.08)));
    result.setColor(QPalette::Mid, toQColor(palette.line));
    result.setColor(QPalette::Dark, muted);
    result.setColor(QPalette::Shadow, toQColor(blend(palette.line, rgb(0), 0.3)));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        result.setColor(QPalette::Disabled, role, faint);
    }
    return result;
}

QColor changeColor(ChangeColor change, bool isDark)
{
    switch (change) {
    case ChangeColor::Added: return isDark ? QColor(0x4CB85F) : QColor(0x228833);
    case ChangeColor::Removed: return isDark ? QColor(0xF0705A) : QColor(0xCC3311);
    case ChangeColor::Changed: return isDark ? QColor(0xD9A520) : QColor(0xB8860B);
    case ChangeColor::Fused: return isDark ? QColor(0xB08CF0) : QColor(0x7B4FC9);
    }
    return {};
}

QColor errorColor(bool isDark)
{
    return changeColor(ChangeColor::Removed, isDark);
}

QColor warningColor(bool isDark)
{
    return changeColor(ChangeColor::Changed, isDark);
}

Rgb foundColor(bool isDark)
{
    return isDark ? rgb(0xFFB454) : rgb(0xD9730D);
}

} // namespace nervure
