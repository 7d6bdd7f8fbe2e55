// SPDX-License-Identifier: Apache-2.0
#include "widgets/style/fonts.h"

#include <QFontDatabase>
#include <QGuiApplication>

namespace nervure {

QFont pictureFont(TextStyle style)
{
    const TextFace face = textFace(style);
    QFont font = face.isMonospaced ? QFontDatabase::systemFont(QFontDatabase::FixedFont)
                                   : QGuiApplication::font();
    font.setPixelSize(static_cast<int>(face.pixels));
    font.setWeight(face.weight >= 600 ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setItalic(false);
    return font;
}

QFont numberFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const QFont text = QGuiApplication::font();
    if (text.pointSizeF() > 0) {
        font.setPointSizeF(text.pointSizeF() * 0.95);
    } else {
        font.setPixelSize(text.pixelSize());
    }
    return font;
}

} // namespace nervure
